"""Reads the literal of each statement on stdin, as sqlglot reads it in the statement's dialect."""

import json
import sys

from sqlglot import exp, parse_one


def read(node):
    if isinstance(node, exp.Concat):
        return "".join(read(part) for part in node.expressions)
    if isinstance(node, (exp.Coalesce, exp.Cast, exp.Paren)):
        return read(node.this)
    if isinstance(node, exp.National) or (isinstance(node, exp.Literal) and node.is_string):
        return node.this if isinstance(node.this, str) else read(node.this)
    raise ValueError(repr(node))


def read_case(case):
    try:
        [found] = parse_one(case["sql"], dialect=case["dialect"]).expressions
        return read(found.this)
    except Exception as error:
        return f"error: {error}"


print(json.dumps([read_case(case) for case in json.load(sys.stdin)]))
