"""Trees of Markdown documents of a given size and shape, the same at every call."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

LATIN = (
    "cache engine request stage route codec token layer model batch memory block kernel tensor "
    "queue worker replica stream prefix window shape reads writes keeps moves holds gives takes"
)
CJK = (
    "缓存 引擎 请求 阶段 路由 编码 令牌 模型 批次 内存 区块 内核 "
    "张量 队列 工作 前缀 窗口 形状 读取 写入 保存"
)


@dataclass(frozen=True, slots=True)
class Shape:
    """What the documents of a tree are like.

    :param documents: how many.
    :param links: links in each.
    :param headings: headings in each.
    :param words: words in each section.
    :param text: words that all texts are made of.
    :param broken: one link in so many leads nowhere.
    """

    documents: int = 1_000
    links: int = 12
    headings: int = 8
    words: int = 120
    text: str = LATIN
    broken: int = 500

    @property
    def vocabulary(self) -> list[str]:
        """Give the words one by one."""
        return self.text.split()


SHAPES = {
    "usual": Shape(),
    "small": Shape(documents=300),
    "few links": Shape(links=1),
    "many links": Shape(links=120, words=300),
    "long pages": Shape(documents=100, headings=120, links=120, words=400),
    "CJK": Shape(text=CJK),
}


def generate(root: Path, shape: Shape, seed: int = 1) -> int:
    """Write a tree and give its size in bytes."""
    source = random.Random(seed)
    size = 0
    for number in range(shape.documents):
        path = root / place(number)
        path.parent.mkdir(parents=True, exist_ok=True)
        data = "\n\n".join(_document(number, shape, source)).encode() + b"\n"
        path.write_bytes(data)
        size += len(data)
    return size


def place(number: int) -> str:
    """Give a document's path: a hundred documents a folder."""
    return f"part{number // 100:03}/page{number % 100:02}.md"


def _document(number: int, shape: Shape, source: random.Random) -> list[str]:
    blocks = [f"# {_title(number, 0, shape)}"]
    for heading in range(shape.headings):
        if heading:
            blocks.append(f"## {_title(number, heading, shape)}")
        words = source.choices(shape.vocabulary, k=shape.words)
        for _ in range(_share(shape.links, shape.headings, heading)):
            words.insert(source.randrange(len(words)), _link(number, shape, source))
        blocks += [" ".join(words[i : i + 60]) + "." for i in range(0, len(words), 60)]
        if heading % 4 == 1:
            blocks.append("```python\nvalue = table[key](not_a_link)\n```")
        if heading % 4 == 3:
            blocks.append(
                "- `code` and **bold**\n- a second item\n\n| a | b |\n|---|---|\n| 1 | 2 |"
            )
    return blocks


def _share(total: int, parts: int, part: int) -> int:
    return total // parts + (part < total % parts)


def _title(number: int, heading: int, shape: Shape) -> str:
    words = shape.vocabulary
    first, second = words[(number + heading) % len(words)], words[heading % len(words)]
    return f"{first} {second} {heading}" if heading else f"{first} {number}"


def _link(number: int, shape: Shape, source: random.Random) -> str:
    target = source.randrange(shape.documents)
    heading = source.randrange(shape.headings)
    fragment = _title(target, heading, shape).replace(" ", "-")
    if source.randrange(shape.broken) == 0:
        fragment += "-gone"
    folder = "" if target // 100 == number // 100 else "../" + place(target).split("/")[0] + "/"
    path = folder + place(target).split("/")[1]
    return f"[{source.choice(shape.vocabulary)}]({path}#{fragment})"
