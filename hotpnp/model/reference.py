"""The reference page: every key of every file, made from the models."""

from __future__ import annotations

import types
from collections.abc import Iterable
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import AfterValidator, Discriminator
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from hotpnp.assets.colour import OKABE_ITO
from hotpnp.diag import CODES, LINTS
from hotpnp.geometry import Size
from hotpnp.model import game, numbers, outline, sizes, values
from hotpnp.model.box import Box
from hotpnp.model.elements import KINDS
from hotpnp.model.game import ComponentSpec, FontSpec, KeywordSpec, SettingSpec
from hotpnp.model.layout import LayoutFile, PartSpec
from hotpnp.model.page import PageLayout
from hotpnp.model.printer import BackSpec, PrinterSpec
from hotpnp.model.schema import CardRecord, FullGame, FullTable, sheet_abouts
from hotpnp.model.sheet import BlockSpec, MarksSpec, SheetSpec
from hotpnp.model.strict import Strict
from hotpnp.model.table import FieldSpec
from hotpnp.model.text_element import Fit, NamedStyle, Shadow
from hotpnp.units import to_mm, trim

_INTRO = """\
# Reference

Every key of the files in cards/ and layouts/. This page is made from the models that check the files:
`hotpnp schema reference` prints it, `hotpnp schema KIND` gives the same as JSON Schema for editors.

- [Values](#values): [measures](#measures), [colours and paints](#colours-and-paints),
  [fields and expressions](#fields-and-expressions), [markup](#markup), [named sizes](#named-sizes)
- [game.yaml](#gameyaml), with [sheets](#sheets)
- [Tables](#tables)
- [Layouts](#layouts): [keys of every element](#keys-of-every-element), [text styles](#text-styles),
  [elements](#elements)
- [Page layouts](#page-layouts)
- [Printers](#printers)
- [Warnings that can be silenced](#warnings-that-can-be-silenced)
"""

_VALUES = """\
## Values

YAML is read as typed: where a key takes a text, `no`, `+1`, `1.10` and `012` stay what they are. Quote a text
that begins with one of `{ [ * & ! % @ #`, or that holds a colon or a `#` which YAML would take for its own. A
yes/no key takes `yes`, `no`, `true`, `false`, `on` or `off`. A key that stands twice, or that is not listed
here, is an error.

### Measures

A number with its unit, `in`, `mm`, `cm` or `pt`: `2.5in`, `63.5mm`, `9pt`; a bare `0` needs none. `50%` is a
share: for the edges and sizes of a box, of the parent's width or height; for what is drawn in a box, of that
box. Sums mix them: `50% - 2mm`. Where a key takes several measures, blanks part them and a sum is written
without: `50%-2mm 4pt`. A plain length is a measure without `%` and sums.

### Colours and paints

| form | example |
|---|---|
| hex, in quotes since `#` begins a comment | `"#1d5a8c"`, `"#fff"` |
| CSS name | `navy` |
| printing inks, from 0 to 100 | `cmyk(0, 50, 100, 0)` |
| a name of the game's `palette` | `sea` |
| colours that colour-blind people tell apart | OKABE |
| nothing | `none` |

A paint is a colour or a gradient, `linear(angle, colour, colour, ...)`: `linear(90, white, navy)` runs from
left to right, `linear(0, white, navy)` upwards.

### Fields and expressions

In elements and styles, texts, measures, colours and plain numbers may hold `{fields}` and expressions in the
language of Jinja: `{name}`, `{a.colour}` (a field of the card that `a` refers to),
`{a[settings.edition]}` (the field that a setting names), `{number + 1}`, `{name | upper}`,
`{"red" if cost > 3 else "black"}`. `{'{'}` prints a brace. Known names are

- the card's fields, its `id` and its `count`
- `settings.NAME`, `game.title`, `game.version`, `game.name`, and `tables.NAME`, all cards of a table
- the entry of an `each:` around them

Keys that take yes/no, one of a few words, a whole number (but for `track` and `repeat`) or the name of
something (`style`, `part`, `below`) hold no `{fields}`. `when`, `each` and a component's `copies` are
expressions without braces: `when: cost > 3`, `each: range(3)`. Inside a part only its `params`, `game`,
`settings` and `tables` are known; a parameter given as `"{expression}"` alone keeps its kind, so that a part
can take a whole card.

### Markup

Texts are read with light markup, unless `markup: no` is given:

| written | set |
|---|---|
| `**bold**`, `*italic*`, `***both***` | bold, italic, both; a mark touches its word, so `2 * 3` is plain |
| `:coin:` | the icon of that name, from the folder icons/ in layouts/GAME or layouts/shared |
| a line that begins with `- ` | an entry of a list |
| a line break, as in a YAML block | a new paragraph |
| `\\*`, `\\:`, `\\-`, `\\\\` | the sign itself |
"""

_ELEMENTS = """\
### Keys of every element

An element is a mapping with exactly one of these keys, which makes its kind:
{kinds}.

In each direction a box takes two of near edge, far edge and size, or a centre and a size; what is not given
reaches to the parent's edge. Elements are painted in the order of the file.
"""


def reference() -> str:
    """The page as Markdown."""
    pieces = [_INTRO, _VALUES.replace("OKABE", _codes(OKABE_ITO)), _sizes(), _game(), _tables(), _layouts()]
    page = _section("## Page layouts", PageLayout, "layouts/GAME/NAME.yaml of a document.")
    pieces += [page, _printers(), _lints()]
    return "\n".join(piece.strip("\n") + "\n" for piece in pieces)


def _sizes() -> str:
    def row(name: str, size: Size) -> str:
        return f"| `{name}` | {trim(to_mm(size.width))} x {trim(to_mm(size.height))} mm |"

    return "\n".join(
        [
            "### Named sizes\n",
            "Width by height, upright; any other size is two measures: `63.5mm x 88.9mm`, `2.5 x 3.5in`.\n",
            "| card | size |\n|---|---|",
            *(row(name, size) for name, size in sizes.CARDS.items()),
            "\n| paper | size |\n|---|---|",
            *(row(name, size) for name, size in sizes.PAPERS.items()),
        ]
    )


def _game() -> str:
    brought = "\n".join(f"| `{name}` | {_prose(about)} |" for name, about in sheet_abouts().items())
    return "\n".join(
        [
            _section("## game.yaml", FullGame, "cards/GAME/game.yaml names the game and its components."),
            _section("### settings", SettingSpec),
            _section("### fonts", FontSpec),
            _section("### keywords", KeywordSpec),
            _section("### components", ComponentSpec) + _kinds(),
            _section("### stats", numbers.StatSpec),
            _section("### sheets", SheetSpec),
            f"hotpnp brings these sheets; a game changes single keys of them or adds its own.\n\n"
            f"| sheet | what for |\n|---|---|\n{brought}\n",
            _section("### blocks", BlockSpec),
            _section("### marks", MarksSpec),
        ]
    )


def _kinds() -> str:
    words = (f"| `{kind}` | {several or 'pages'} |" for kind, (_, several) in game.KINDS.items())
    return "\n".join(["\n| kind | counted as |\n|---|---|", *words, ""])


def _tables() -> str:
    free = "\nAll other keys of a card are fields that the table declares.\n"
    return "\n".join(
        [
            _section("## Tables", FullTable, "cards/GAME/NAME.yaml declares fields and lists the cards."),
            _section("### fields", FieldSpec),
            _section("### cards", CardRecord) + free,
        ]
    )


def _layouts() -> str:
    given = (
        "layouts/GAME/NAME.yaml or, for several games, layouts/shared/NAME.yaml. With `extends`, a style,\n"
        "part or element of the same name replaces the inherited one, `~` removes it, and every other key\n"
        "(`size` too) may be inherited."
    )
    pieces = [
        _section("## Layouts", LayoutFile, given),
        _section("### folds", outline.FoldSpec),
        _section("### parts", PartSpec),
        _ELEMENTS.replace("{kinds}", _codes(KINDS)),
        _table(Box.model_fields),
        _section("### Text styles", NamedStyle, "Keys of `styles` and of every element that sets text."),
        _section("#### fit", Fit),
        _section("#### shadow", Shadow),
        "### Elements\n",
    ]
    return "\n".join(pieces + [_element(word, model) for word, model in KINDS.items()])


def _element(word: str, model: type[Box]) -> str:
    """The keys that an element has beside those of every element, the one that makes its kind first."""
    model.model_rebuild()
    common = {*Box.model_fields, *(NamedStyle.model_fields if issubclass(model, NamedStyle) else ())}
    own = {name: field for name, field in model.model_fields.items() if name not in common}
    ordered = dict(sorted(own.items(), key=lambda item: item[0] != word))
    more = " It takes the keys of [text styles](#text-styles) too." if issubclass(model, NamedStyle) else ""
    return f"#### {word}\n\n{model.__doc__}{more}\n\n{_table(ordered)}"


def _printers() -> str:
    given = (
        "Profiles of printers by name, in cards/printers.yaml of the project or in printers.yaml of your\n"
        "own folder of settings; `hotpnp printer` lists and changes them. The project's go before yours."
    )
    text = f"{BackSpec.__doc__} Lengths are from -20 mm to 20 mm."
    return "\n".join([_section("## Printers", PrinterSpec, given), _section("### back", BackSpec, text)])


def _lints() -> str:
    rows = "\n".join(f"| `{code}` | {CODES[code]} |" for code in sorted(LINTS))
    return (
        "## Warnings that can be silenced\n\n"
        "`silence:` of an element, a field or a card gives the code and the reason why it is meant so.\n\n"
        f"| code | what it says |\n|---|---|\n{rows}\n"
    )


def _section(heading: str, model: type[Strict], text: str = "") -> str:
    model.model_rebuild()
    return f"{heading}\n\n{text or model.__doc__}\n\n{_table(model.model_fields)}"


def _table(fields: dict[str, FieldInfo]) -> str:
    rows = ["| key | takes | default | |", "|---|---|---|---|"]
    for name, field in fields.items():
        takes = _takes(field.annotation, field.metadata)
        said = _prose(field.description or "")
        rows.append(f"| `{field.alias or name}` | {takes} | {_default(field)} | {said} |")
    return "\n".join(rows) + "\n"


def _prose(text: str) -> str:
    """A sentence of a model as Markdown inside a table."""
    for sign in "*|<_":
        text = text.replace(sign, f"\\{sign}")
    return text


def _codes(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _default(field: FieldInfo) -> str:
    if field.is_required():
        return "**required**"
    value = field.default
    if value is None or value is PydanticUndefined or value == "":
        return ""
    return f"`{'yes' if value else 'no'}`" if isinstance(value, bool) else f"`{value}`"


_FORMS: list[tuple[Any, str]] = [
    (values.MeasureText, "[measure](#measures)"),
    (values.PlainColour, "[colour](#colours-and-paints)"),
    (values.PlainLength, "[measure](#measures)"),
    (values.PlainMeasure, "[measure](#measures)"),
    (values.PlainPadding, "one, two or four [measures](#measures)"),
    (values.WeightText, "[measure](#measures)"),
    (sizes.CardSizeText, "[size](#named-sizes)"),
    (sizes.PaperText, "[size](#named-sizes)"),
    (values.ColourText, "[colour](#colours-and-paints)"),
    (values.PaintText, "[paint](#colours-and-paints)"),
    (values.TurnText, "`0`, `90`, `180` or `270`"),
    (values.FactorText, "number above 0"),
    (values.ShareText, "number from 0 to 1"),
    (values.DashText, "plain lengths"),
    (values.RadiusText, "one or four measures"),
    (values.PaddingText, "one, two or four measures"),
    (values.FocusText, "two measures"),
    (values.MarginText, "one, two or four lengths"),
    (values.ShiftText, "length"),
    (values.TiltText, "number of degrees, -5 to 5"),
    (values.AngleText, "number of degrees"),
    (values.WholeText, "whole number, 0 to 500"),
    (outline.PointText, "two measures"),
    (numbers.ExpectedText, "numbers (`8`) or ranges (`3..5`, `3..`, `..5`)"),
]
_CHECKS = {form.__metadata__[0]: words for form, words in _FORMS}
_PLAIN: dict[Any, tuple[str, str]] = {
    str: ("text", "texts"),
    int: ("whole number", "whole numbers"),
    float: ("number", "numbers"),
    bool: ("yes/no", "yes/no"),
}
_MODELS: dict[Any, str] = {
    SettingSpec: "[settings](#settings)",
    FontSpec: "[fonts](#fonts)",
    KeywordSpec: "[keywords](#keywords)",
    ComponentSpec: "[components](#components)",
    numbers.StatSpec: "[stats](#stats)",
    SheetSpec: "[sheets](#sheets)",
    BlockSpec: "[blocks](#blocks)",
    MarksSpec: "[marks](#marks)",
    BackSpec: "[back](#back)",
    FieldSpec: "[fields](#fields)",
    CardRecord: "[cards](#cards)",
    NamedStyle: "[text styles](#text-styles)",
    PartSpec: "[parts](#parts)",
    outline.FoldSpec: "[folds](#folds)",
    Fit: "[fit](#fit)",
    Shadow: "[shadow](#shadow)",
}


def _takes(hint: Any, metadata: Iterable[Any] = (), many: bool = False) -> str:
    """What a key takes, in words; ``many`` gives the plural."""
    for mark in metadata:
        if isinstance(mark, AfterValidator):
            return _CHECKS[mark]
        if isinstance(mark, Discriminator):
            return "[elements](#elements)"
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _takes(args[0], hint.__metadata__, many)
    if origin in (Union, types.UnionType):
        return " or ".join(_takes(arg, metadata, many) for arg in args if arg is not type(None))
    if origin is Literal:
        return _codes(args)
    if origin is list:
        return f"list{'s' if many else ''} of {_takes(args[0], many=True)}"
    if origin is dict:
        return f"{_takes(args[1], many=True)} by name"
    if hint in _MODELS:
        return _MODELS[hint] if many else f"mapping, see {_MODELS[hint]}"
    return _PLAIN[hint][many] + _bounds(metadata)


def _bounds(metadata: Iterable[Any]) -> str:
    """The range of a number, such as ``, 1 to 200``."""
    found = {
        name: getattr(mark, name) for mark in metadata for name in ("gt", "ge", "le") if hasattr(mark, name)
    }
    if "ge" in found and "le" in found:
        return f", {found['ge']} to {found['le']}"
    words = {"gt": "above", "ge": "at least", "le": "at most"}
    return "".join(f", {words[name]} {limit}" for name, limit in found.items())
