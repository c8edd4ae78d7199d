"""What is told of a game of Wicked Pizza: positions as data, what each seat knows, events, questions and names."""
