# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""The spaces that environments describe themselves with: as much of Gymnasium's as they need, without it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


class Discrete:
    """Whole numbers from 0 to n - 1."""

    def __init__(self, n: int, seed: int | None = None):
        self.n = n
        self.shape: tuple[int, ...] = ()
        self.dtype = np.dtype(np.int64)
        self._random = np.random.default_rng(seed)

    def seed(self, seed: int | None = None) -> None:
        self._random = np.random.default_rng(seed)

    def sample(self, mask: NDArray[Any] | None = None) -> int:
        """Any of them, or one where the mask is 1."""
        if mask is None:
            return int(self._random.integers(self.n))
        return int(self._random.choice(np.flatnonzero(mask)))

    def contains(self, value: Any) -> bool:
        return isinstance(value, (int, np.integer)) and 0 <= int(value) < self.n

    __contains__ = contains


class Box:
    """Arrays of one shape with numbers from low to high."""

    def __init__(self, low: int, high: int, shape: tuple[int, ...], dtype: Any):
        self.low, self.high, self.shape, self.dtype = low, high, shape, np.dtype(dtype)

    def contains(self, value: Any) -> bool:
        return (isinstance(value, np.ndarray) and value.shape == self.shape and value.dtype == self.dtype
                and bool((value >= self.low).all()) and bool((value <= self.high).all()))

    __contains__ = contains


class Dict:
    """Spaces by name."""

    def __init__(self, spaces: dict[str, Any]):
        self.spaces = spaces

    def __getitem__(self, name: str) -> Any:
        return self.spaces[name]

    def contains(self, value: Any) -> bool:
        return (isinstance(value, dict) and value.keys() == self.spaces.keys()
                and all(self.spaces[name].contains(part) for name, part in value.items()))

    __contains__ = contains
