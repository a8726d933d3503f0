"""Aligns quotes with LangExtract and prints the CPU seconds it took.

Reads {"text": ..., "quotes": [...]} from the file named first.
"""

import json
import sys
import time

from langextract import resolver
from langextract.core import data

with open(sys.argv[1], encoding="utf-8") as file:
    job = json.load(file)
quotes = [
    data.Extraction(extraction_class="quote", extraction_text=quote)
    for quote in job["quotes"]
]
start = time.process_time()
aligned = resolver.WordAligner().align_extractions([quotes], job["text"])
took = time.process_time() - start
found = sum(
    1
    for group in aligned
    for extraction in group
    if extraction.char_interval is not None
)
print(json.dumps({"cpu_seconds": took, "found": found}))
