"""What a person reads in a notebook, piece by piece: title and summary, prose, and the sentences in its code.

A piece of prose is a heading without its `#`, a paragraph in one line, an item of a list, or a table as it stands.
In code it is a comment, or a string of several words. Anything else is nobody's language and stays.

>>> list(pieces("# Posts\\n\\nTwo cards,\\none turn.\\n\\n* Inside\\n* Outside"))
['Posts', 'Two cards, one turn.', 'Inside', 'Outside']
>>> translated("## Posts\\n\\n* One\\n* Two", {"Posts": "Postes", "Two": "Dos"}.get)
'## Postes\\n\\n* One\\n* Dos'
"""

from __future__ import annotations

import ast
import io
import json
import re
import tokenize
from collections.abc import Callable, Iterator
from typing import Any

DOMAIN = "notebooks"
Say = Callable[[str], str | None]
"""What a piece is in another language; None or "" where nobody knows."""
Notebook = dict[str, Any]

_FENCE = re.compile(r"(```|~~~)")
_HEADING = re.compile(r"#{1,6} +")
_ITEM = re.compile(r"(?:[*+-]|\d+[.)]) +")
_QUOTE = re.compile(r"> ?")
_LETTER = re.compile(r"[^\W\d_]")
_WORDS = re.compile(r"[^\W\d_]{2,}[,;:]? +[^\W\d_]{2,}")
_STRING = re.compile(r"([A-Za-z]*)(\"\"\"|'''|\"|')(.*)\2", re.DOTALL)
_SHOWN = {"description", "label", "placeholder", "title", "tooltip"}
"""Arguments that are read by people even when they are one word."""


# ---- Markdown ----
def pieces(source: str) -> Iterator[str]:
    """The pieces of a Markdown cell, in order."""
    return (text for _, text, _ in _split(source) if _LETTER.search(text))


def translated(source: str, say: Say) -> str:
    """A Markdown cell with each piece said otherwise; what `say` does not know stays."""
    return "".join(
        before + ((_LETTER.search(text) and say(text)) or text) + after for before, text, after in _split(source)
    )


def _split(source: str) -> Iterator[tuple[str, str, str]]:
    """The cell as (what stays, piece, what stays), which joined give the cell with its paragraphs in one line each."""
    lines, at = source.split("\n"), 0
    while at < len(lines):
        first, start = lines[at], at
        at += 1
        if fence := _FENCE.match(first):
            while at < len(lines) and not lines[at].startswith(fence[1]):
                at += 1
            at += 1
        elif mark := _ITEM.match(first) or _QUOTE.match(first):
            while at < len(lines) and lines[at] and (_QUOTE.match(first) or not _starts(lines[at])):
                at += 1
            within = [first[mark.end() :], *lines[start + 1 : at]]
            if _QUOTE.match(first):
                within = [_QUOTE.sub("", line, count=1) for line in within]
            yield mark[0], _flow(within), _end(at, lines)
            continue
        elif mark := _HEADING.match(first):
            yield mark[0], first[mark.end() :], _end(at, lines)
            continue
        elif _LETTER.search(first) and first[0] not in "<|":
            while at < len(lines) and lines[at] and not _starts(lines[at]):
                at += 1
            yield "", _flow(lines[start:at]), _end(at, lines)
            continue
        elif first[:1] == "|" or (first[:1] == "<" and _LETTER.search(re.sub("<[^>]*>", "", first))):
            while at < len(lines) and lines[at]:
                at += 1
            yield "", "\n".join(lines[start:at]), _end(at, lines)
            continue
        yield "\n".join(lines[start:at]), "", _end(at, lines)


def _starts(line: str) -> bool:
    """Whether a line cannot go on a paragraph."""
    return bool(_FENCE.match(line) or _HEADING.match(line) or _ITEM.match(line) or line[0] in "<|>")


def _end(at: int, lines: list[str]) -> str:
    return "\n" if at < len(lines) else ""


def _flow(lines: list[str]) -> str:
    """Lines as one, unless their breaks mean something: a list inside an item, a forced break."""
    if any(_ITEM.match(line.strip()) for line in lines[1:]) or any(line.endswith(("  ", "\\")) for line in lines[:-1]):
        return "\n".join(lines)
    return " ".join(line.strip() for line in lines)


# ---- code ----
def code_pieces(source: str) -> Iterator[str]:
    """The comments and sentences of a code cell.

    >>> list(code_pieces('# Try it\\nhand = odds(cards("4c Qd"))\\nprint(f"{hand.inside} cards inside")'))
    ['Try it', '{hand.inside} cards inside']
    """
    return (source_bytes.decode() for _, _, _, source_bytes in sorted(_spots(source)))


def code_translated(source: str, say: Say, tag: str) -> str:
    """A code cell with its comments and sentences said otherwise, and `lang="en"` as `lang="<tag>"`.

    >>> code_translated('table(lang="en")  # Play', {"Play": "Játék"}.get, "hu")
    'table(lang="hu")  # Játék'
    """
    lines = source.encode().splitlines(keepends=True)
    for line, start, end, piece in sorted(_spots(source), reverse=True):
        said = say(piece.decode()) or piece.decode()
        lines[line - 1] = lines[line - 1][:start] + said.encode() + lines[line - 1][end:]
    return re.sub(r'\blang="en"', f'lang="{tag}"', b"".join(lines).decode())


def _spots(source: str) -> Iterator[tuple[int, int, int, bytes]]:
    """Where pieces stand in code that can be read: line, first and last byte, and the piece."""
    try:
        tree, tokens = ast.parse(source), list(tokenize.generate_tokens(io.StringIO(source).readline))
    except (SyntaxError, tokenize.TokenError):
        return
    lines = source.encode().splitlines()
    for token in tokens:
        text = token.string.lstrip("# ")
        if token.type == tokenize.COMMENT and _LETTER.search(text):
            start = len(token.line[: token.end[1]].encode()) - len(text.encode())
            yield token.start[0], start, start + len(text.encode()), text.encode()
    for node, shown in _strings(tree, False):
        line = lines[node.lineno - 1]
        found = _STRING.fullmatch(line[node.col_offset : node.end_col_offset].decode()) if _one_line(node) else None
        if found and (_WORDS.search(re.sub(r"\{[^}]*\}", "{}", found[3])) or (shown and _LETTER.search(found[3]))):
            start = node.col_offset + len((found[1] + found[2]).encode())
            yield node.lineno, start, start + len(found[3].encode()), found[3].encode()


def _strings(node: ast.AST, shown: bool) -> Iterator[tuple[ast.expr, bool]]:
    """Strings in code, those with values in them whole, each with whether it is the value of a telling argument."""
    if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        yield node, shown
        return
    for child in ast.iter_child_nodes(node):
        yield from _strings(child, isinstance(node, ast.keyword) and node.arg in _SHOWN)


def _one_line(node: ast.expr) -> bool:
    return node.lineno == node.end_lineno


# ---- notebooks ----
def all_pieces(notebook: Notebook) -> Iterator[str]:
    """Everything a person reads in a notebook: title, summary, then the cells."""
    yield notebook["metadata"]["title"]
    yield notebook["metadata"]["acey_teach"]["summary"]
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        yield from pieces(source) if cell["cell_type"] == "markdown" else code_pieces(source)


def in_language(notebook: Notebook, tag: str, say: Say) -> Notebook:
    """The same notebook in another language or wording: same cells, same names of cells, nothing run yet."""
    about = dict(
        notebook["metadata"], title=say(notebook["metadata"]["title"]) or notebook["metadata"]["title"], lang=tag
    )
    summary = about["acey_teach"]["summary"]
    about["acey_teach"] = dict(about["acey_teach"], summary=say(summary) or summary)
    cells = []
    for cell in notebook["cells"]:
        source, own = "".join(cell["source"]), dict(cell)
        if cell["cell_type"] == "markdown":
            text = translated(source, say)
        else:
            text = code_translated(source, say, tag)
            own |= {"outputs": [], "execution_count": None}
        cells.append(own | {"source": text.splitlines(keepends=True)})
    return dict(notebook, cells=cells, metadata=about)


def dumped(notebook: Notebook) -> str:
    """A notebook as the text of its file."""
    return json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"
