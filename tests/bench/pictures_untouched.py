"""Pictures on pages with each file's bytes put into a PDF untouched, as img2pdf does, nothing else.

It is given the places as JSON: ``python pictures_untouched.py places.json out.pdf``. It knows no more
than the benchmark's pictures need: RGB, 8 bits, JPEG or PNG without interlace and transparency.
"""

from __future__ import annotations

import json
import sys


def image(file: str) -> bytes:
    """An image object from a file."""
    with open(file, "rb") as stream:
        data = stream.read()
    if data.startswith(b"\x89PNG"):
        return _png(data)
    return _jpeg(data)


def _png(data: bytes) -> bytes:
    width, height = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    rows = []
    at = 8
    while at < len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        if data[at + 4 : at + 8] == b"IDAT":
            rows.append(data[at + 8 : at + 8 + length])
        at += 12 + length
    parms = f"/DecodeParms << /Predictor 15 /Colors 3 /BitsPerComponent 8 /Columns {width} >>"
    return _object(width, height, f"/FlateDecode {parms}", b"".join(rows))


def _jpeg(data: bytes) -> bytes:
    at = 2
    while not (0xC0 <= data[at + 1] <= 0xC2):
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    height, width = (int.from_bytes(data[at + i : at + i + 2], "big") for i in (5, 7))
    return _object(width, height, "/DCTDecode", data)


def _object(width: int, height: int, how: str, data: bytes) -> bytes:
    size = f"/Width {width} /Height {height} /ColorSpace /DeviceRGB /BitsPerComponent 8"
    head = f"<< /Type /XObject /Subtype /Image {size} /Filter {how} /Length {len(data)} >>\nstream\n"
    return head.encode("ascii") + data + b"\nendstream"


def main(source: str, target: str) -> None:
    with open(source, encoding="utf-8") as stream:
        data = json.load(stream)
    width, height = data["paper"]
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b""]
    numbers: dict[str, int] = {}
    pages = []
    for page in data["pages"]:
        words = []
        for file, (x, y, wide, high), clip in page:
            if file not in numbers:
                objects.append(image(file))
                numbers[file] = len(objects)
            seen = " ".join(map(str, clip))
            words.append(f"q {seen} re W n {wide} 0 0 {high} {x} {y} cm /I{numbers[file]} Do Q")
        content = "\n".join(words).encode("ascii")
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
        used = " ".join(f"/I{n} {n} 0 R" for n in sorted({numbers[file] for file, *_ in page}))
        box = f"/MediaBox [0 0 {width} {height}] /Resources << /XObject << {used} >> >>"
        objects.append(f"<< /Type /Page /Parent 2 0 R {box} /Contents {len(objects)} 0 R >>".encode("ascii"))
        pages.append(len(objects))
    kids = " ".join(f"{n} 0 R" for n in pages)
    objects[1] = f"<< /Type /Pages /Count {len(pages)} /Kids [{kids}] >>".encode("ascii")
    write(objects, target)


def write(objects: list[bytes], target: str) -> None:
    """Write numbered objects as a PDF; the first is the catalog."""
    with open(target, "wb") as stream:
        stream.write(b"%PDF-1.7\n")
        places = []
        for number, content in enumerate(objects, 1):
            places.append(stream.tell())
            stream.write(b"%d 0 obj\n%s\nendobj\n" % (number, content))
        start = stream.tell()
        table = "".join(f"{place:010} 00000 n \n" for place in places)
        count = len(objects) + 1
        tail = f"xref\n0 {count}\n0000000000 65535 f \n{table}trailer\n<< /Size {count} /Root 1 0 R >>\n"
        stream.write(f"{tail}startxref\n{start}\n%%EOF\n".encode("ascii"))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
