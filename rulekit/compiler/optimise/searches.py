"""What a condition asks of a list: whether it holds anything; and what else conditions look like after the other passes."""

from __future__ import annotations

import ast

from attrs import frozen

from rulekit.compiler.optimise.logic import OPPOSITE

Listing = ast.ListComp | ast.GeneratorExp
LISTINGS = (ast.ListComp, ast.GeneratorExp)


@frozen
class Search:
    """Whether something is found, or, where it is ``absent``, whether nothing is."""

    listing: Listing
    tests: tuple[ast.expr, ...]
    """What a member that is found has to pass."""
    absent: bool = False


def searched(node: ast.expr) -> Search | None:
    """``[...]`` where only its truth matters, ``any(...)``, ``len([...]) > 0`` and the like, and their denials."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        inside = searched(node.operand)
        return None if inside is None else Search(inside.listing, inside.tests, not inside.absent)
    if isinstance(node, ast.ListComp):
        return Search(node, tuple(node.generators[0].ifs))
    asked = argument(node, "any")
    if isinstance(asked, LISTINGS):
        more = () if isinstance(asked.elt, ast.Constant) and asked.elt.value is True else (asked.elt,)
        return Search(asked, (*asked.generators[0].ifs, *more))
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        counted, number = argument(node.left, "len"), node.comparators[0]
        if not isinstance(counted, ast.ListComp) or not isinstance(number, ast.Constant):
            return None
        found = type(node.ops[0]), number.value
        if found in ((ast.Gt, 0), (ast.NotEq, 0), (ast.GtE, 1), (ast.LtE, 0), (ast.Eq, 0), (ast.Lt, 1)):
            return Search(counted, tuple(counted.generators[0].ifs), found[0] in (ast.LtE, ast.Eq, ast.Lt))
    return None


def target(listing: Listing) -> str:
    """The name of the member in hand."""
    name = listing.generators[0].target
    assert isinstance(name, ast.Name)
    return name.id


def bare(listing: Listing) -> bool:
    """Whether what is listed are the members themselves."""
    return isinstance(listing.elt, ast.Name) and ast.unparse(listing.generators[0].target) == listing.elt.id


def conjunction(test: ast.expr) -> list[ast.expr] | None:
    """What all has to hold: ``a and b``, ``b if a else False``, ``not (a or b)``."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        return test.values
    if isinstance(test, ast.IfExp) and isinstance(test.orelse, ast.Constant) and test.orelse.value is False:
        return [test.test, test.body]
    inside = _denial(test)
    if isinstance(inside, ast.IfExp) and isinstance(inside.orelse, ast.Constant) and inside.orelse.value is False:
        made = kept_once(inside.test)
        return None if made is None else [inside.test, denied(inside.body)]
    return None


def argument(node: ast.expr, function: str) -> ast.expr | None:
    """What alone a function is given."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id != function:
        return None
    return node.args[0] if len(node.args) == 1 else None


def is_test(node: ast.expr) -> bool:
    """Whether the value is True or False itself."""
    if isinstance(node, ast.BoolOp):
        return all(map(is_test, node.values))
    if isinstance(node, ast.Constant):
        return isinstance(node.value, bool)
    if isinstance(node, ast.IfExp):
        return is_test(node.body) and is_test(node.orelse)
    return isinstance(node, ast.Compare) or argument(node, "any") is not None or _denial(node) is not None


def composed(node: ast.expr) -> bool:
    """Whether it is True or False, and made of conditions that can stand one behind the other."""
    parts = isinstance(node, ast.BoolOp) or isinstance(_denial(node), ast.BoolOp) or conjunction(node) is not None
    return parts and is_test(node)


def denied(node: ast.expr) -> ast.expr:
    """What holds when this does not."""
    inside = _denial(node)
    if inside is not None:
        return inside
    if isinstance(node, ast.BoolOp):
        turned = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        return ast.BoolOp(turned, [denied(v) for v in node.values])
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in OPPOSITE:
        return ast.Compare(node.left, [OPPOSITE[type(node.ops[0])]()], node.comparators)
    return ast.UnaryOp(ast.Not(), node)


def _denial(node: ast.expr) -> ast.expr | None:
    return node.operand if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not) else None


def kept_once(node: ast.expr) -> ast.NamedExpr | None:
    """``kept if kept is not None else (kept := ...)``, and ``kept is not None or (kept := ...) is not None``."""
    if isinstance(node, ast.IfExp) and _there(node.test) is not None:
        made = node.orelse
    elif isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or) and len(node.values) == 2:
        made = _there(node.values[1]) or node
    else:
        return None
    asked = _there(node.test if isinstance(node, ast.IfExp) else node.values[0])
    if not isinstance(made, ast.NamedExpr) or not isinstance(asked, ast.Name) or asked.id != made.target.id:
        return None
    return made if isinstance(node, ast.BoolOp) or ast.unparse(node.body) == asked.id else None


def _there(node: ast.expr) -> ast.expr | None:
    """What is asked by ``... is not None``."""
    if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.IsNot) and len(node.ops) == 1:
        return node.left
    return None
