"""The schemas and the reference page say what the models say."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from helpers import run
from jsonschema import Draft202012Validator
from pydantic import TypeAdapter, ValidationError

from hotpnp.cli.schema_ import KINDS as SCHEMA_KINDS
from hotpnp.cli.schema_ import WRITTEN
from hotpnp.diag import LINTS
from hotpnp.model.elements import KINDS
from hotpnp.model.layout import LayoutFile
from hotpnp.model.page import PageLayout
from hotpnp.model.printer import PrinterSpec
from hotpnp.model.reference import reference
from hotpnp.model.schema import FILES, CardRecord, FullGame, FullTable, json_schema
from hotpnp.model.sheet import builtin_sheets
from hotpnp.model.strict import Strict
from hotpnp.model.table import CARD_KEYS
from hotpnp.source.yamlio import parse, plain

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "layouts/REFERENCE.md").read_text("utf-8")
VALIDATORS = {kind: Draft202012Validator(json_schema(kind)) for kind in FILES}


def models(start: type[Strict]) -> Iterator[type[Strict]]:
    """A model and all that it is made of."""
    start.model_rebuild()
    names = set(json.dumps(start.model_json_schema()).split('"'))
    known = {model.__name__: model for model in subclasses(Strict)}
    yield start
    yield from (known[name] for name in sorted(names & known.keys()))


def subclasses(model: type[Strict]) -> Iterator[type[Strict]]:
    for one in model.__subclasses__():
        yield one
        yield from subclasses(one)


MODELS = sorted(
    {
        model
        for start in (FullGame, FullTable, LayoutFile, PageLayout, PrinterSpec)
        for model in models(start)
    },
    key=lambda model: model.__name__,
)


def kind_of(path: Path) -> str:
    if path.name == "game.yaml":
        return "game"
    if path.is_relative_to(ROOT / "cards"):
        return "table"
    return "page" if path.stem.endswith("-page") else "layout"


def yaml_files() -> list[str]:
    found = [*(ROOT / "cards").glob("*/*.yaml"), *(ROOT / "layouts").rglob("*.yaml")]
    return sorted(path.relative_to(ROOT).as_posix() for path in found)


def layout(element: str) -> Any:
    return yaml.safe_load(f"size: poker\nelements:\n  it: {element}\n")


def test_the_page_in_the_repository_is_in_step() -> None:
    assert reference() == PAGE, "write it again: hotpnp schema reference > layouts/REFERENCE.md"


def test_the_models_are_found() -> None:
    names = {model.__name__ for model in MODELS}
    assert {"FullGame", "SheetSpec", "MarksSpec", "FieldSpec", "CardRecord", "Fit", "Shadow"} <= names
    assert {model.__name__ for model in KINDS.values()} <= names


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_key_of_a_model_stands_on_the_page(model: type[Strict]) -> None:
    for name, field in model.model_fields.items():
        key = field.alias or name
        assert field.description, f"{model.__name__}.{key}"
        assert f"\n| `{key}` |" in PAGE, f"{model.__name__}.{key}"


@pytest.mark.parametrize("word", sorted(KINDS))
def test_every_element_has_its_own_section_with_its_keys(word: str) -> None:
    section = PAGE.split(f"\n#### {word}\n", 1)[1].split("\n#", 1)[0]
    own = KINDS[word].__annotations__
    for name, field in KINDS[word].model_fields.items():
        if name in own:
            assert f"| `{field.alias or name}` |" in section


def test_every_link_of_the_page_leads_to_one_heading() -> None:
    headings = re.findall(r"^#+ (.+)$", PAGE, re.MULTILINE)
    anchors = [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings]
    assert len(anchors) == len(set(anchors))
    assert set(re.findall(r"\]\(#([^)]+)\)", PAGE)) <= set(anchors)


def test_every_table_of_the_page_is_whole() -> None:
    for block in re.findall(r"(?:^\|.*\n)+", PAGE, re.MULTILINE):
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines()}) == 1, block


def test_the_page_names_every_lint_and_every_sheet() -> None:
    for name in (*LINTS, *builtin_sheets().items):
        assert f"\n| `{name}` | " in PAGE


def test_the_keys_of_a_card_are_those_that_tables_read() -> None:
    assert tuple(CardRecord.model_fields) == CARD_KEYS


@pytest.mark.parametrize("kind", FILES)
def test_a_schema_is_one(kind: str) -> None:
    schema = json_schema(kind)
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["title"].startswith("hotpnp ")


def test_there_is_no_schema_of_another_kind() -> None:
    with pytest.raises(ValueError, match='"deck" is not one of game, table, layout, page, printers, sheets'):
        json_schema("deck")


@pytest.mark.parametrize("path", yaml_files())
def test_every_file_follows_its_schema(path: str) -> None:
    file = ROOT / path
    kind = kind_of(file)
    given = yaml.safe_load(file.read_text("utf-8"))
    assert [fault.message for fault in VALIDATORS[kind].iter_errors(given)] == []
    node, _ = parse(file.read_text("utf-8"), path)
    assert VALIDATORS[kind].is_valid(plain(node)), "as typed"


@pytest.mark.parametrize(
    ("printer", "fits"),
    [
        ("{}", True),
        ("{margin: 4mm 5mm, back: {x: 0.8mm, y: -0.3mm, angle: 0.1}, duplex: long-edge, tray: 2}", True),
        ("{margn: 4mm}", False),
        ("{back: {z: 1mm}}", False),
        ("{duplex: both}", False),
        ("4mm", False),
    ],
)
def test_printers(printer: str, fits: bool) -> None:
    assert VALIDATORS["printers"].is_valid(yaml.safe_load(f"home: {printer}")) is fits


def test_hotpnps_own_sheets_follow_their_schema() -> None:
    text = (ROOT / "hotpnp/model/sheets.yaml").read_text("utf-8")
    assert VALIDATORS["sheets"].is_valid(yaml.safe_load(text))


def test_a_file_of_one_kind_is_none_of_another() -> None:
    for path in yaml_files():
        file = ROOT / path
        given = yaml.safe_load(file.read_text("utf-8"))
        fits = {kind for kind in WRITTEN if VALIDATORS[kind].is_valid(given)}
        assert fits == {kind_of(file)}, path


@pytest.mark.parametrize(
    "element",
    [
        "{shape: rect, fil: red}",
        "{txt: hello}",
        "{shape: rcet}",
        "{text: one, shape: rect}",
        "{left: 1mm}",
        "{shape: rect, corners: five}",
        "{shape: rect, corners: 2}",
        "{shape: rect, bleed: perhaps}",
        "{shape: rect, left: [1mm]}",
        "{shape: rect, left: yes}",
        "{shape: rect, silence: {overlaps: meant so}}",
        "{group: {inner: {shape: rect, fil: red}}}",
        "{group: {inner: ~}}",
        "{text: hello, fit: {min: 7pt}}",
        "{text: hello, shadow: {z: 1pt}}",
        "{grid: {}}",
        "{table: [word]}",
        "{part: cost, given: {value: 1}}",
        "hello",
    ],
)
def test_a_schema_refuses_an_element(element: str) -> None:
    assert not VALIDATORS["layout"].is_valid(layout(element))


@pytest.mark.parametrize(
    "element",
    [
        "~",
        "{text: 12}",
        "{text: 1.10}",
        "{text: no}",
        "{text: yes, left: 0, right: 0, italic: yes}",
        '{text: hello, italic: "Yes", line_height: 1.25, turn: 90, weight: ~}',
        '{shape: star, corners: "7", inner: 0.5, opacity: 0.5, fill: 112233}',
        "{shape: rect, as: entry, each: range(3), when: yes}",
        "{grid: {a: {text: 1}}, columns: 2}",
        "{table: [[1, 2.5, yes], [a, b, c]]}",
        '{pips: coin, repeat: "{cost}"}',
        "{pips: coin, repeat: 3}",
        "{part: cost, with: {value: 1}}",
        "{shape: rect, silence: {overlap: meant so}}",
        "{ends: {a: {row: {b: {column: {c: {group: {d: {qr: 5}}}}}}}}}",
    ],
)
def test_a_schema_takes_an_element(element: str) -> None:
    assert [fault.message for fault in VALIDATORS["layout"].iter_errors(layout(element))] == []


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("extends: base\nstyles: {title: ~}\nparts: {cost: ~}\nelements: {frame: ~}", True),
        ("extends: [base, other]", True),
        ("parts: {cost: {params: {value: ~, ground: 3}, elements: {}}}", True),
        ("parts: {cost: {params: {value: ~}}}", False),
        ("parts: {cost: {elements: {disc: ~}}}", False),
        ("size: poker\nelement: {}", False),
    ],
)
def test_layouts_remove_what_they_inherit(text: str, fits: bool) -> None:
    assert VALIDATORS["layout"].is_valid(yaml.safe_load(text)) is fits


@pytest.mark.parametrize(
    ("card", "fits"),
    [
        ("{id: 1}", True),
        ("{id: a, count: 3, tags: [x, 2], notes: {cost: chosen}, silence: {low-dpi: old}}", True),
        ('{id: a, count: "3", tags: x}', True),
        ("{id: a, name: Moth, cost: 1.5, fits: yes, skill: ~, many: [a, 1, no]}", True),
        ("{name: no id}", False),
        ("{id: ~}", False),
        ("{id: a, count: many}", False),
        ("{id: a, count: 1001}", False),
        ("{id: a, name: {nested: yes}}", False),
        ("{id: a, silence: {low-dpy: old}}", False),
        ("a", False),
    ],
)
def test_cards(card: str, fits: bool) -> None:
    assert VALIDATORS["table"].is_valid(yaml.safe_load(f"fields: {{a: {{}}}}\ncards:\n  - {card}\n")) is fits


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("{type: int, min: 1, max: 5.5, default: 3, one_of: [1, 2]}", True),
        ("{optional: yes, many: no, source: ~}", True),
        ("{type: integer}", False),
        ("{min: low}", False),
        ("{kind: int}", False),
        ("~", False),
    ],
)
def test_fields(text: str, fits: bool) -> None:
    assert VALIDATORS["table"].is_valid(yaml.safe_load(f"fields: {{a: {text}}}\ncards: [id: a]\n")) is fits


@pytest.mark.parametrize(
    ("sheets", "fits"),
    [
        ("{ten-up: {together: [[a, b]]}, own: {rows: 2, landscape: yes, marks: {shared: yes}}}", True),
        ("{own: {blocks: [{name: a, columns: 1, rows: 4, left: 0, top: 1in}]}}", True),
        ("{own: {blocks: [{name: a}]}}", False),
        ("{ten-up: {row: 2}}", False),
        ("{own: {rows: 0}}", False),
    ],
)
def test_sheets_in_a_game(sheets: str, fits: bool) -> None:
    parts = "components: {a: {title: A, table: a, layout: {by: kind, x: y}}}"
    given = yaml.safe_load(f"title: A\nversion: 1.0\n{parts}\nsheets: {sheets}\n")
    assert VALIDATORS["game"].is_valid(given) is fits
    assert VALIDATORS["sheets"].is_valid(given["sheets"]) is fits


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (bool, "yes no Yes NO true False on OFF y n t F 1 0 maybe 2 none"),
        (int, "0 5 -5 +5 007 five 1.5 5mm"),
        (float, "0 1.5 -1.5 +2 .5 5. 1e3 1.5mm half"),
    ],
)
def test_a_typed_word_fits_where_the_model_takes_it(kind: Any, words: str) -> None:
    fields = json_schema("table")["$defs"]["FieldSpec"]["properties"]
    track = json_schema("layout")["$defs"]["TrackElement"]["properties"]
    validator = Draft202012Validator({bool: fields["many"], int: track["first"], float: fields["min"]}[kind])
    for word in words.split():
        try:
            TypeAdapter(kind).validate_python(word)
            taken = True
        except ValidationError:
            taken = False
        assert validator.is_valid(word) is taken, word


def test_the_command_prints_a_schema_and_the_page() -> None:
    assert FILES == SCHEMA_KINDS
    for kind in FILES:
        done = run("schema", kind)
        assert (done.returncode, done.stderr) == (0, "")
        assert json.loads(done.stdout) == json_schema(kind)
    assert run("schema", "reference").stdout == PAGE


def test_the_command_writes_the_schemas(tmp_path: Path) -> None:
    done = run("schema", "--write", tmp_path / "deep" / "schemas")
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == len(WRITTEN)
    for kind in WRITTEN:
        text = (tmp_path / "deep" / "schemas" / f"{kind}.schema.json").read_text("utf-8")
        assert json.loads(text) == json_schema(kind)


def test_the_command_says_when_it_cannot_write(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = run("schema", "--write", tmp_path / "file" / "schemas")
    assert done.returncode == 1
    assert "error[not-writable]" in done.stderr


@pytest.mark.parametrize("args", [(), ("deck",), ("game", "--write", "x")])
def test_the_command_line_is_wrong(args: tuple[str, ...], tmp_path: Path) -> None:
    assert run("schema", *args, cwd=tmp_path).returncode == 2
    assert list(tmp_path.iterdir()) == []
