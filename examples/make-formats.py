"""Writes the loan agreement as HTML, PDF and DOCX beside its text.

Run once by hand; the results are committed. Needs Chromium and python-docx:

    pip install python-docx
    python3 examples/make-formats.py
"""

import html
import pathlib
import subprocess
import tempfile

import docx

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
