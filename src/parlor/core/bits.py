"""Sets of small numbers as the bits of one integer, up to bit 60.

Written with shifts and masks alone, so that mypyc turns each function into a few machine instructions.
"""

from __future__ import annotations

from parlor.core.native import i64


def bit(number: i64) -> i64:
    """The set that holds only this number."""
    # mypyc would shift a literal 1 as a 32-bit C integer, even by way of a variable: so the one is computed.
    zero = number ^ number
    return (zero + 1) << number


def has(bits: i64, number: i64) -> bool:
    """Whether this number is in the set."""
    return ((bits >> number) & 1) != 0


def count(bits: i64) -> i64:
    """How many numbers are in the set."""
    bits = bits - ((bits >> 1) & 0x1555555555555555)
    bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    bits = bits + (bits >> 8)
    bits = bits + (bits >> 16)
    return (bits + (bits >> 32)) & 0x7F


def nth(bits: i64, index: i64) -> i64:
    """The set that holds only the index-th smallest number of the set, counted from 0."""
    while index > 0:
        bits = bits & (bits - 1)
        index = index - 1
    return bits & -bits


def lowest(bits: i64) -> i64:
    """The smallest number in the set."""
    return count((bits & -bits) - 1)
