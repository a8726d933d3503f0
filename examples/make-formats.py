"""Writes the loan agreement as HTML, PDF, DOCX, mail and scan beside its text.

Run once by hand; the results are committed. Needs Chromium, python-docx, Pillow
and `groundstop` on the search path:

    pip install python-docx pillow
    python3 examples/make-formats.py
"""

import email.message
import html
import pathlib
import subprocess
import tempfile

import docx
from PIL import Image

FOLDER = pathlib.Path(__file__).parent / "loan"
paragraphs = [
    " ".join(block.split())
    for block in (FOLDER / "agreement.txt").read_text(encoding="utf-8").split("\n\n")
    if block.strip()
]

body = "\n".join(f"<p>{html.escape(text)}</p>" for text in paragraphs)
page = f"""<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>Term Loan Agreement</title></head>
<body>
{body}
</body>
</html>
"""
(FOLDER / "agreement.html").write_text(page, encoding="utf-8")

document = docx.Document()
for text in paragraphs:
    document.add_paragraph(text)
document.save(FOLDER / "agreement.docx")

with tempfile.TemporaryDirectory() as profile:
    subprocess.run(
        [
            "chromium",
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
            f"--user-data-dir={profile}",
            "--no-pdf-header-footer",
            f"--print-to-pdf={FOLDER / 'agreement.pdf'}",
            (FOLDER / "agreement.html").resolve().as_uri(),
        ],
        check=True,
    )

# A scan: the page as a picture and nothing else (`groundstop` and Pillow).
with tempfile.TemporaryDirectory() as folder:
    picture = pathlib.Path(folder) / "page.png"
    subprocess.run(
        ["groundstop", "render", FOLDER / "agreement.pdf", "--page", "1", "--dpi", "150", "-o", picture],
        check=True,
    )
    Image.open(picture).convert("L").save(FOLDER / "scan.pdf", resolution=150, quality=60)

# A mail with the agreement as its text.
mail = email.message.EmailMessage()
mail["From"] = "Harrow & Finch Lending Ltd. <office@harrow-finch.example>"
mail["To"] = "Ostrander Mills GmbH <office@ostrander-mills.example>"
mail["Date"] = "Fri, 05 Jan 2024 10:00:00 +0000"
mail["Subject"] = "Our agreement"
mail["Message-ID"] = "<agreement@harrow-finch.example>"
mail.set_content("\n\n".join(paragraphs) + "\n", cte="quoted-printable")
(FOLDER / "agreement.eml").write_bytes(mail.as_bytes())
