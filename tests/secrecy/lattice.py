"""An attack on chance: from dice that lay open to the seed, and from the seed to the cards.

It was tried on the generator of version 0.2.0 and worked; the tests try it on that one, so that it is known to be able to, and on
the one of today. A linear congruential generator whose upper bits are given is a problem of the closest vector in a lattice
(Frieze, Hastad, Kannan, Lagarias, Shamir 1988), here by Kannan's embedding and LLL.
"""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpz_mat

from rulekit.runtime.linear_congruential import INCREMENT, MASK, MULTIPLIER

MODULUS = MASK + 1


def state_before(dice: Sequence[int], sides: int = 6) -> int | None:
    """The state of a generator before the first of some dice (0 to sides - 1), if it is one that makes all of them.

    Some 40 dice of six sides are enough.
    """
    factors, sums, a, c = [], [], 1, 0
    for _ in dice:
        a, c = a * MULTIPLIER % MODULUS, (c * MULTIPLIER + INCREMENT) % MODULUS
        factors.append(a)
        sums.append(c)
    n, inverse, width = len(dice), pow(factors[0], -1, MODULUS), MODULUS // (3 * sides)
    near = [((2 * die + 1) * MODULUS // (2 * sides) - c) % MODULUS for die, c in zip(dice, sums, strict=True)]
    rows = [[factor * inverse % MODULUS for factor in factors] + [0]]
    rows += [[MODULUS if k == j else 0 for j in range(n + 1)] for k in range(1, n)]
    reduced = fmpz_mat([*rows, [*near, width]]).lll().tolist()
    for row in reduced:
        if abs(row[n]) == width:
            state = (near[0] - int(row[0]) * (1 if row[n] > 0 else -1)) * inverse % MODULUS
            if [(f * state + c) % MODULUS * sides // MODULUS for f, c in zip(factors, sums, strict=True)] == [*dice]:
                return state
    return None


def seed_of(state: int, name: str) -> int:
    """The seed from which the old ``seed_stream`` made the first state of a stream: it can be turned round."""
    for byte in reversed(name.encode()):
        state = unmixed(state) ^ byte
    return unmixed(state)


def unmixed(x: int) -> int:
    """What SplitMix64's finaliser made this number of."""
    x ^= x >> 31 ^ x >> 62
    x = x * pow(0x94D049BB133111EB, -1, MODULUS) & MASK
    x ^= x >> 27 ^ x >> 54
    x = x * pow(0xBF58476D1CE4E5B9, -1, MODULUS) & MASK
    x ^= x >> 30 ^ x >> 60
    return (x - 0x9E3779B97F4A7C15) & MASK
