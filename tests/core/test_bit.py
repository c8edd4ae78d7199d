from parlor.core.bits import bit


def test_a_bit_is_right_over_the_whole_width() -> None:
    assert [bit(number) for number in range(61)] == [1 << number for number in range(61)]
