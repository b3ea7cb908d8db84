"""What colours and pictures become in a PDF: as they are, grey, or the inks of a printing press."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from PIL import Image, ImageFilter

from hotpnp.assets.colour import Cmyk, Colour, Grey, Solid, grey
from hotpnp.assets.images import PdfImage, Picture, encode
from hotpnp.assets.profile import Profile, press_transform

_STEPS = 33
"""Levels of each channel in the table that makes pictures grey; between them values run straight."""


class Ink:
    """Leaves colours and pictures as they are."""

    def solid(self, colour: Solid) -> Solid:
        """A colour as it is written."""
        return colour

    def picture(self, picture: Picture) -> PdfImage:
        """A picture as it is written. Raises BadPicture where only decoding shows that it is damaged."""
        return encode(picture)


class GreyInk(Ink):
    """Makes everything the grey that is as light."""

    def solid(self, colour: Solid) -> Solid:
        """The grey of a colour."""
        return grey(colour)

    def picture(self, picture: Picture) -> PdfImage:
        """A picture in grey."""
        return encode(picture, self._greyed)

    @cached_property
    def _table(self) -> ImageFilter.Color3DLUT:
        def level(*shares: float) -> tuple[float, float, float]:
            light = grey(Colour(*(round(255 * share) for share in shares))).level / 255
            return light, light, light

        return ImageFilter.Color3DLUT.generate(_STEPS, level)

    def _greyed(self, image: Image.Image) -> Image.Image:
        if image.mode == "L":
            return image
        return image.convert("RGB").filter(self._table).getchannel(0)


class PressInk(Ink):
    """Makes everything CMYK by a press's profile; CMYK stays as it is, and grey is black ink alone."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._known: dict[Solid, Solid] = {}

    def solid(self, colour: Solid) -> Solid:
        """The inks of a colour."""
        if isinstance(colour, Cmyk):
            return colour
        found = self._known.get(colour)
        if found is None:
            found = self._known[colour] = self._inks(colour)
        return found

    def picture(self, picture: Picture) -> PdfImage:
        """A picture in CMYK, or in grey where it holds nothing else."""
        return encode(picture, self._pressed)

    def _inks(self, colour: Colour | Grey) -> Cmyk:
        if len(set(colour.rgb)) == 1:
            return Cmyk(0, 0, 0, 1 - colour.rgb.red / 255)
        inks: Any = self._pressed(Image.new("RGB", (1, 1), colour.rgb)).getpixel((0, 0))
        return Cmyk(*(ink / 255 for ink in inks))

    def _pressed(self, image: Image.Image) -> Image.Image:
        from PIL import ImageChops, ImageCms

        if image.mode != "RGB":
            return image
        red, green, blue = image.split()
        if not ImageChops.difference(red, green).getbbox() and not ImageChops.difference(red, blue).getbbox():
            return red
        pressed = ImageCms.applyTransform(image, self._transform)
        assert pressed is not None
        return pressed

    @cached_property
    def _transform(self) -> Any:
        return press_transform(self._profile.data)
