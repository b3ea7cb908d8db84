"""Icons, pictures and fonts of a game, opened when drawing first asks for them."""

from __future__ import annotations

from hotpnp.assets.fonts import Fonts
from hotpnp.assets.icons import BadSvg, Icon, Icons, UnsafeSvg, read_icon
from hotpnp.assets.images import BadPicture, read_picture
from hotpnp.assets.pictures import Art, Pictures, Say
from hotpnp.diag import Span
from hotpnp.expand.markup import Keyword, Keywords
from hotpnp.model.game import Game
from hotpnp.model.paths import in_project
from hotpnp.scene.textbox import FitGroups, Tools
from hotpnp.source.workspace import Workspace


def open_tools(workspace: Workspace, game: Game) -> Tools:
    """What drawing the game's faces needs."""
    fonts = Fonts(game.fonts, lambda path: _font(workspace, path, game), tuple(game.file.fallback))
    keywords = {word: Keyword(spec.bold, spec.icon or "") for word, spec in game.file.keywords.items()}
    return Tools(fonts, open_icons(workspace, game.name), game.palette, Keywords(keywords), FitGroups())


def _font(workspace: Workspace, path: str, game: Game) -> bytes:
    return workspace.read_bytes(in_project(path), game.span("fonts"))


def open_icons(workspace: Workspace, game: str) -> Icons:
    """The icons that a game may use: its own first, then the shared ones."""
    folders = (f"layouts/{game}/icons", "layouts/shared/icons")
    paths: dict[str, str] = {}
    for folder in reversed(folders):
        for file in workspace.names(folder):
            if file.endswith(".svg"):
                paths[file.removesuffix(".svg")] = f"{folder}/{file}"

    def load(name: str) -> Icon | None:
        path = paths[name]
        try:
            return read_icon(workspace.read_bytes(path))
        except UnsafeSvg as fault:
            workspace.diagnostics.add("unsafe-svg", str(fault), Span(path), hint="remove it from the file")
        except BadSvg as fault:
            workspace.diagnostics.add("bad-svg", str(fault), Span(path))
        return None

    return Icons(paths, load)


def open_pictures(workspace: Workspace, limit: int) -> Pictures:
    """The pictures of the project; each must have no more pixels than the limit."""

    def load(named: str, say: Say) -> Art | None:
        path = in_project(named)
        if not workspace.has(path):
            say(
                "file-missing", f'there is no picture "{path}"', "picture", workspace.similar(path), card=True
            )
            return None
        data = workspace.read_bytes(path)
        try:
            if path.lower().endswith(".svg"):
                return read_icon(data)
            picture = read_picture(data, limit)
        except UnsafeSvg as fault:
            say("unsafe-svg", f"{path}: {fault}", "picture", "remove it from the file", card=True)
            return None
        except (BadSvg, BadPicture) as fault:
            say("bad-picture", f"{path}: {fault}", "picture", card=True)
            return None
        for note in picture.warnings:
            say("picture-note", f"{path}: {note}", "picture", strong=False, card=True)
        return picture

    return Pictures(load)
