"""Writes a page with a table of slabs whose two columns stand nearer than words do.

Run once by hand; the result is committed. Needs nothing but Python:

    python3 examples/make-slabs.py

A reader that goes line by line mixes the two columns up: the gutter between them,
at its narrowest, is half as wide as the blank between two words.
"""

import pathlib

SIZE = 10
WIDTH = 6.0  # of every sign of Courier at this size
LEFT = 72.0
GUTTER = 3.0
PITCH = 13
ROW_GAP = 7

LEAD = [
    "SECOND SCHEDULE",
    "",
    "The rates of tax on the income of the year are set out below.",
    "",
]
ROWS = [
    (
        ["Where the taxable income does not", "exceed 400,000 crowns,"],
        ["no tax shall be charged", "for that year."],
    ),
    (
        ["Where the taxable income exceeds", "400,000 crowns but does not exceed", "900,000 crowns,"],
        ["5 per cent. of the amount by", "which it exceeds 400,000 crowns,", "and nothing else."],
    ),
    (
        ["Where the taxable income exceeds", "900,000 crowns but does not", "exceed 2,000,000 crowns,"],
        ["25,000 crowns and 12 per cent.", "of the amount by which it", "exceeds 900,000 crowns."],
    ),
    (
        ["Where the taxable income exceeds", "2,000,000 crowns,"],
        ["157,000 crowns and 20 per cent.", "of what exceeds that sum."],
    ),
]


def text(x: float, y: float, words: str) -> str:
    return f"BT /F1 {SIZE} Tf {x:g} {y:g} Td ({words}) Tj ET"


right = LEFT + WIDTH * max(len(line) for left, _ in ROWS for line in left) + GUTTER
y = 760.0
drawn = []
for line in LEAD:
    if line:
        drawn.append(text(LEFT, y, line))
    y -= PITCH
for left, second in ROWS:
    for number in range(max(len(left), len(second))):
        for x, column in ((LEFT, left), (right, second)):
            if number < len(column):
                drawn.append(text(x, y, column[number]))
        y -= PITCH
    y -= ROW_GAP
content = "\n".join(drawn)
objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] "
    "/Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>",
    f"<< /Length {len(content)} >>\nstream\n{content}\nendstream",
]
out = "%PDF-1.7\n"
places = []
for number, body in enumerate(objects, 1):
    places.append(len(out))
    out += f"{number} 0 obj\n{body}\nendobj\n"
table = len(out)
out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n"
out += "".join(f"{place:010} 00000 n \n" for place in places)
out += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n"
folder = pathlib.Path(__file__).parent / "slabs"
folder.mkdir(exist_ok=True)
(folder / "narrow-gutter.pdf").write_bytes(out.encode("latin-1"))
