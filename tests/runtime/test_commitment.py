"""Commitment, nonces and the seed that follows: known values, and what is refused."""

from __future__ import annotations

from hashlib import sha256

import pytest

from rulekit.diagnostics import UserError
from rulekit.runtime.commitment import LONGEST_NONCE, SECRET_BITS, Opening, is_nonce, new_secret, opening_of


def test_they_are_what_sha256sum_prints() -> None:
    """``printf %s abc | sha256sum`` is the first example of FIPS 180-4."""
    opening = Opening("abc", ["rain", "雨"])
    assert opening.commitment == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert opening.seed == int(sha256("abc/rain/雨".encode()).hexdigest(), 16)
    assert Opening("abc").seed == int(sha256(b"abc/").hexdigest(), 16) != int(opening.commitment, 16)


def test_every_nonce_and_its_place_change_the_seed() -> None:
    nonces = [[], ["a"], ["b"], ["a", "b"], ["b", "a"], ["ab"]]
    assert len({Opening("secret", x).seed for x in nonces}) == len(nonces)


def test_a_secret_has_256_bits_that_differ() -> None:
    secrets = [int(new_secret(), 16) for _ in range(300)]
    assert len({*secrets}) == 300
    for bit in range(SECRET_BITS):
        assert 80 < sum(secret >> bit & 1 for secret in secrets) < 220


@pytest.mark.parametrize("text", ["", " a", "a ", "a/b", "a\nb", "\u202eab", "x" * (LONGEST_NONCE + 1), "\ud800"])
def test_no_nonce(text: str) -> None:
    assert not is_nonce(text)


@pytest.mark.parametrize("text", ["7", "two words", "雨", "'; drop", "x" * LONGEST_NONCE])
def test_a_nonce(text: str) -> None:
    assert is_nonce(text)


def test_a_save_holds_the_opening_of_its_seed() -> None:
    opening = Opening(new_secret(), ["a"])
    saved = opening.added_to({"seed": opening.seed})
    assert opening_of(saved) == opening
    assert opening_of({"seed": 1}) is None
    with pytest.raises(UserError, match="does not follow"):
        opening_of({**saved, "seed": opening.seed + 1})
    for wrong in ({}, {"secret": 1, "nonces": []}, {"secret": "a", "nonces": "b"}, {"secret": "a", "nonces": [1]}):
        with pytest.raises(UserError, match="another shape"):
            opening_of({**saved, "luck": wrong})
