"""attrs classes from the plain data that JSON knows, by the types of their fields; :func:`attrs.asdict` is the way back.

A few lines instead of a library of converters, whose import alone takes longer than a cached game needs to start.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from attrs import fields, has, resolve_types

T = TypeVar("T")


def restored(cls: type[T], data: Any) -> T:
    """The object of which ``attrs.asdict`` made these data; a field that is missing has its default. Raises TypeError,
    LookupError, ValueError or AttributeError for data that it cannot have made."""
    wanted: Any = cls
    made: T = _converter(wanted)(data)
    return made


@cache
def _converter(type_: Any) -> Callable[[Any], Any]:
    """What makes a value of a type of plain data."""
    inner = get_args(type_)
    if has(type_):
        resolve_types(type_)
        each = [(x.name, _converter(x.type)) for x in fields(type_)]
        return lambda data: type_(
            **{name: data[name] if convert is _same else convert(data[name]) for name, convert in each if name in data}
        )
    match get_origin(type_):
        case origin if origin in (list, Sequence):
            item = _converter(inner[0])
            return lambda data: data if item is _same else [item(x) for x in data]
        case origin if origin in (dict, Mapping):
            value = _converter(inner[1])
            return lambda data: data if value is _same else {key: value(x) for key, x in data.items()}
        case origin if origin is tuple and inner[-1] is Ellipsis:
            item = _converter(inner[0])
            return lambda data: tuple([item(x) for x in data])
        case origin if origin is tuple:
            parts = [_converter(x) for x in inner]
            return lambda data: tuple([convert(x) for convert, x in zip(parts, data, strict=True)])
        case origin if origin is UnionType:  # a class, or what is plain data itself
            made = next((_converter(x) for x in inner if has(x)), _same)
            return lambda data: made(data) if isinstance(data, dict) else data
        case None if issubclass(type_, tuple) and hasattr(type_, "_fields"):  # a NamedTuple
            row = [_converter(x) for x in get_type_hints(type_).values()]
            return lambda data: type_(*[convert(x) for convert, x in zip(row, data, strict=True)])
    return _same


def _same(data: Any) -> Any:
    return data
