"""What a printing press asks of a build: its profile, a date, and nothing see-through."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from hotpnp.assets.images import encode
from hotpnp.assets.ink import GreyInk, Ink, PressInk
from hotpnp.assets.profile import BadProfile, Profile, read_profile
from hotpnp.diag import Collector, Span
from hotpnp.pipeline.kit import Options
from hotpnp.render.pdf import Page
from hotpnp.render.pdfx import Kind, pdfx_available
from hotpnp.scene.items import Group, Image, Inset, Item, Scene

_NO_DATE = "946684800"
"""1 January 2000 in seconds since 1970: a file that is given no date has always the same."""


@dataclass(frozen=True, slots=True)
class Press:
    """The kind of PDF/X that is asked for, the profile of the printing condition, and the file's date."""

    kind: Kind
    profile: Profile
    date: datetime


def open_press(options: Options, diagnostics: Collector) -> Press | None:
    """The press that the files are for, if any. Raises Stopped, having said why, when it cannot be had."""
    if not options.pdfx:
        return None
    if not pdfx_available():
        hint = 'install it: pip install "hotpnp[pdfx]"'
        raise diagnostics.fail("extra-missing", "PDF/X needs the extra pdfx", hint=hint)
    hint = "give the CMYK profile that the print shop names, with --icc FILE"
    if options.icc is None:
        message = "PDF/X needs the profile of the printing condition"
        raise diagnostics.fail("bad-profile", message, hint=hint)
    place = Span(str(options.icc))
    try:
        profile = read_profile(options.icc.read_bytes())
    except OSError as fault:
        message = f"cannot be read: {fault.strerror or fault}"
        raise diagnostics.fail("file-unreadable", message, place) from fault
    except BadProfile as fault:
        message = f"this is no profile of a printing condition: {fault}"
        raise diagnostics.fail("bad-profile", message, place, hint=hint) from fault
    if options.pdfx == "x1a" and profile.version >= 4:
        message = f"the profile is of version {profile.version:g}; PDF/X-1a takes version 2"
        hint = "ask for the profile of version 2, or use --pdfx x4"
        raise diagnostics.fail("bad-profile", message, place, hint=hint)
    return Press(options.pdfx, profile, _date(diagnostics))


def _date(diagnostics: Collector) -> datetime:
    """The date of the variable SOURCE_DATE_EPOCH, which tools for reproducible builds share."""
    text = os.environ.get("SOURCE_DATE_EPOCH", _NO_DATE)
    try:
        return datetime.fromtimestamp(int(text), UTC)
    except (ValueError, OverflowError, OSError) as fault:
        message = f'SOURCE_DATE_EPOCH is "{text}", not a number of seconds since 1970'
        raise diagnostics.fail("bad-value", message) from fault


def ink_for(options: Options, press: Press | None) -> Ink:
    """What colours become: grey where that is asked for, a press's inks where it takes nothing else."""
    if options.gray:
        return GreyInk()
    return PressInk(press.profile) if press is not None and press.kind == "x1a" else Ink()


def refuse_transparency(pages: Iterable[Page], diagnostics: Collector) -> None:
    """Stop, having named the cards, when anything is see-through. Raises Stopped."""
    known: dict[Scene, list[str]] = {}
    for page in pages:
        for placement in page.side.placements:
            scene = placement.scene
            if scene not in known:
                known[scene] = list(dict.fromkeys(_faults(scene.items)))
            for fault in known[scene]:
                card = placement.card or placement.component
                hint = "make it opaque, or use --pdfx x4, which allows it"
                message = f"{fault}, which PDF/X-1a does not allow"
                diagnostics.add("transparency", message, hint=hint, card=card)
    diagnostics.stop_on_errors()


def _faults(items: Iterable[Item]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Group):
            yield from _faults(item.items)
        elif isinstance(item, Inset):
            yield from _faults(item.scene.items)
        else:
            share = round(item.opacity * 100)
            if share < 100:
                yield f"something has an opacity of {share} %"
            if isinstance(item, Image) and encode(item.picture).mask is not None:
                yield "a picture has transparent pixels"
