"""Page layouts: how a document's text is set."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from hotpnp.assets.colour import Palette
from hotpnp.diag import Span, did_you_mean
from hotpnp.model.layout import layout_path
from hotpnp.model.strict import Strict, validate
from hotpnp.model.text_element import NamedStyle
from hotpnp.model.values import ColourText, PlainLength
from hotpnp.source.workspace import Workspace
from hotpnp.source.yamlio import Mapping, Scalar


class PageLayout(Strict):
    """How the pages of a document look."""

    roles: ClassVar[tuple[str, ...]] = ("title", "heading", "subheading", "body", "small")

    about: str = Field("", description="What the layout is for.")
    columns: int = Field(1, ge=1, le=4, description="Text columns on a page.")
    gap: PlainLength = Field("0.3in", description="Distance between columns.")
    left: PlainLength = Field("0.7in", description="Left margin.")
    right: PlainLength = Field("0.7in", description="Right margin.")
    top: PlainLength = Field("0.7in", description="Top margin.")
    bottom: PlainLength = Field("0.75in", description="Bottom margin.")
    accent: ColourText = Field("#1b1b1b", description="Colour of rules, bullets and table heads.")
    tint: ColourText = Field("#f2f2f2", description="Ground of table heads.")
    footer: str = Field("", description="Text at the foot of each page, with {game.title}, {page}, {pages}.")
    card_scale: float = Field(
        0.5, gt=0, le=1, description="Size of card figures as a share of the real card."
    )
    styles: dict[str, NamedStyle] = Field(
        default_factory=dict, description="Styles of title, heading, subheading, body and small."
    )


def load_page_layout(
    workspace: Workspace, game: str, name: str, asked: Span | None, palette: Palette
) -> tuple[PageLayout, Span] | None:
    """Read a page layout, and where its footer stands. Gives none, having said why, when it is not valid."""
    node = workspace.read_yaml(layout_path(workspace, game, name), asked)
    layout = validate(PageLayout, node, workspace.diagnostics, palette)
    styles = node.items.get("styles")
    for role in layout.styles if layout is not None and isinstance(styles, Mapping) else ():
        if role not in PageLayout.roles and isinstance(styles, Mapping):
            hint = did_you_mean(role, PageLayout.roles)
            message = f'"{role}" is no style of a page'
            workspace.diagnostics.add("unknown-style", message, styles.key_span(role), hint=hint)
    footer = node.items.get("footer")
    place = footer.span if footer is not None else node.span
    if isinstance(footer, Scalar) and footer.quoted:
        place = place._replace(column=place.column + 1)
    return (layout, place) if layout is not None else None
