"""Saves what real tools write, with stub models on loopback."""
import json, sys, threading, http.server, datetime, pathlib, dataclasses
OUT = pathlib.Path(sys.argv[1]); OUT.mkdir(parents=True, exist_ok=True)
DOC = open(sys.argv[2]).read()
ANSWER = {"fields": [
  {"field_name": "effective_date", "value": "January 5, 2024", "quote": "effective as of January 5, 2024"},
  {"field_name": "annual_fee", "value": "US$384,000.00", "quote": "an annual fee of US$384,000.00"},
  {"field_name": "governing_law", "value": "State of Ohio", "quote": "governed by the laws of the State of Ohio"}]}
def save(name, text):
    (OUT / name).write_text(text if text.endswith("\n") else text + "\n", encoding="utf-8")
    print(name, len(text))
class H(http.server.BaseHTTPRequestHandler):
    def log_message(self, *a): pass
    def do_POST(self):
        n = int(self.headers.get("content-length", 0)); body = json.loads(self.rfile.read(n) or b"{}")
        p = self.path
        if p.endswith("/chat/completions"):
            msg = {"role": "assistant", "content": json.dumps(ANSWER), "refusal": None}
            fin = "stop"
            if body.get("tools"):
                name = body["tools"][0]["function"]["name"]
                args = CHAT_ARGS if CHAT_ARGS is not None else ANSWER
                msg = {"role": "assistant", "content": None, "tool_calls": [{"id": "call_1", "type": "function", "function": {"name": name, "arguments": json.dumps(args)}}]}
                fin = "tool_calls"
            elif CHAT_TEXT is not None: msg["content"] = CHAT_TEXT
            r = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1767225600, "model": "stub", "choices": [{"index": 0, "message": msg, "finish_reason": fin, "logprobs": None}], "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}}
        elif p.endswith("/responses"):
            out = [{"type": "message", "id": "msg_1", "status": "completed", "role": "assistant", "content": [{"type": "output_text", "text": json.dumps(ANSWER), "annotations": []}]}]
            if body.get("tools"):
                out = [{"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "report", "arguments": json.dumps(ANSWER), "status": "completed"}]
            r = {"id": "resp_1", "object": "response", "created_at": 1767225600, "status": "completed", "model": "stub", "output": out, "parallel_tool_calls": True, "tool_choice": "auto", "tools": [], "error": None, "incomplete_details": None, "instructions": None, "metadata": {}, "temperature": 1.0, "top_p": 1.0}
        elif p.endswith("/messages"):
            content = [{"type": "text", "text": "Here is what I found:\n\n```json\n" + json.dumps(ANSWER, indent=1) + "\n```"}]
            stop = "end_turn"
            if body.get("tools"):
                content = [{"type": "text", "text": "I will report the fields."}, {"type": "tool_use", "id": "toolu_1", "name": body["tools"][0]["name"], "input": ANT_ARGS or ANSWER}]; stop = "tool_use"
            r = {"id": "msg_1", "type": "message", "role": "assistant", "model": "stub", "content": content, "stop_reason": stop, "stop_sequence": None, "usage": {"input_tokens": 1, "output_tokens": 1}}
        elif ":generateContent" in p:
            parts = [{"text": json.dumps(ANSWER)}]
            if body.get("tools"): parts = [{"functionCall": {"name": "report", "args": ANSWER}}]
            r = {"candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}], "usageMetadata": {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}, "modelVersion": "stub"}
        else: r = {}
        data = json.dumps(r).encode()
        self.send_response(200); self.send_header("content-type", "application/json"); self.send_header("content-length", str(len(data))); self.end_headers(); self.wfile.write(data)
CHAT_ARGS = None; CHAT_TEXT = None; ANT_ARGS = None
srv = http.server.ThreadingHTTPServer(("127.0.0.1", 0), H); threading.Thread(target=srv.serve_forever, daemon=True).start()
URL = f"http://127.0.0.1:{srv.server_port}"
MSG = [{"role": "user", "content": "extract"}]
TOOLS = [{"type": "function", "function": {"name": "report", "parameters": {"type": "object"}}}]
from pydantic import BaseModel
from typing import Optional
import openai
oc = openai.OpenAI(api_key="none", base_url=URL + "/v1", max_retries=0)
r = oc.chat.completions.create(model="stub", messages=MSG); save("openai-chat.json", r.model_dump_json(indent=1))
save("openai-chat-dict.json", json.dumps(r.to_dict()))
save("openai-chat-message.json", r.choices[0].message.model_dump_json())
r = oc.chat.completions.create(model="stub", messages=MSG, tools=TOOLS); save("openai-chat-tool.json", r.model_dump_json(indent=1))
save("openai-tool-call.json", r.choices[0].message.tool_calls[0].model_dump_json())
r = oc.responses.create(model="stub", input="extract"); save("openai-responses.json", r.model_dump_json(indent=1))
r = oc.responses.create(model="stub", input="extract", tools=[{"type": "function", "name": "report", "parameters": {"type": "object"}, "strict": False}]); save("openai-responses-tool.json", r.model_dump_json(indent=1))
class Field(BaseModel):
    field_name: str; value: Optional[str]; quote: Optional[str]
class Fields(BaseModel):
    fields: list[Field]
try:
    r = oc.chat.completions.parse(model="stub", messages=MSG, response_format=Fields); save("openai-chat-parsed.json", r.model_dump_json(indent=1))
except Exception as e: print("parse:", e)
try:
    r = oc.responses.parse(model="stub", input="extract", text_format=Fields); save("openai-responses-parsed.json", r.model_dump_json(indent=1))
except Exception as e: print("rparse:", e)
import anthropic
ac = anthropic.Anthropic(api_key="none", base_url=URL, max_retries=0)
r = ac.messages.create(model="stub", max_tokens=10, messages=MSG); save("anthropic-message.json", r.model_dump_json(indent=1))
save("anthropic-content.json", json.dumps([b.model_dump() for b in r.content]))
r = ac.messages.create(model="stub", max_tokens=10, messages=MSG, tools=[{"name": "report", "input_schema": {"type": "object"}}]); save("anthropic-tool.json", r.model_dump_json(indent=1))
save("anthropic-tool-use.json", r.content[1].model_dump_json())
try:
    from google import genai
    gc = genai.Client(api_key="none", http_options={"base_url": URL})
    r = gc.models.generate_content(model="stub", contents="extract"); save("gemini.json", r.model_dump_json(indent=1, exclude_none=True))
    from google.genai import types as gt
    r = gc.models.generate_content(model="stub", contents="extract", config=gt.GenerateContentConfig(tools=[gt.Tool(function_declarations=[gt.FunctionDeclaration(name="report")])]))
    save("gemini-call.json", r.model_dump_json(indent=1, exclude_none=True)); save("gemini-camel.json", r.model_dump_json(by_alias=True, exclude_none=True))
except Exception as e: print("gemini:", repr(e)[:300])
# pydantic models of a person's own
class Evidence(BaseModel):
    text: str; page_number: Optional[int] = None
class Extracted(BaseModel):
    value: Optional[str]; evidence: list[Evidence] = []; confidence: Optional[float] = None
class Contract(BaseModel):
    effective_date: Extracted; annual_fee: Extracted; governing_law: Extracted; renewal_term: Extracted
c = Contract(effective_date=Extracted(value="January 5, 2024", evidence=[Evidence(text="effective as of January 5, 2024", page_number=1)], confidence=0.95),
  annual_fee=Extracted(value="US$384,000.00", evidence=[Evidence(text="an annual fee of US$384,000.00")], confidence=0.9),
  governing_law=Extracted(value="State of Ohio", evidence=[Evidence(text="governed by the laws of the State of Ohio")], confidence=0.9), renewal_term=Extracted(value=None))
save("pydantic-keyed.json", c.model_dump_json(indent=1))
class Day(BaseModel):
    effective_date: datetime.date; effective_date_quote: str; annual_fee: float; annual_fee_quote: str; governing_law: str; governing_law_quote: str
save("pydantic-flat.json", Day(effective_date=datetime.date(2024, 1, 5), effective_date_quote="effective as of January 5, 2024", annual_fee=384000.0, annual_fee_quote="an annual fee of US$384,000.00", governing_law="State of Ohio", governing_law_quote="governed by the laws of the State of Ohio").model_dump_json())
class CamelField(BaseModel):
    model_config = {"alias_generator": __import__("pydantic.alias_generators", fromlist=["to_camel"]).to_camel, "populate_by_name": True}
    field_name: str; extracted_value: str; source_text: str; page_number: int; confidence_score: float
save("pydantic-camel.json", "[" + ",".join(CamelField(field_name=f["field_name"], extracted_value=f["value"], source_text=f["quote"], page_number=1, confidence_score=0.92).model_dump_json(by_alias=True) for f in ANSWER["fields"]) + "]")
@dataclasses.dataclass
class Row: name: str; answer: str; citation: str; score: float
save("dataclass-list.json", json.dumps([dataclasses.asdict(Row(f["field_name"], f["value"], f["quote"], 0.91)) for f in ANSWER["fields"]]))
save("dataclass-lines.jsonl", "\n".join(json.dumps(dataclasses.asdict(Row(f["field_name"], f["value"], f["quote"], 0.91))) for f in ANSWER["fields"]))
# instructor
import instructor
class Fact(BaseModel):
    effective_date: str; annual_fee: str; governing_law: str; substring_quotes: list[str]
CHAT_ARGS = {"effective_date": "January 5, 2024", "annual_fee": "US$384,000.00", "governing_law": "State of Ohio", "substring_quotes": ["effective as of January 5, 2024", "an annual fee of US$384,000.00", "governed by the laws of the State of Ohio"]}
ic = instructor.from_openai(oc)
m, raw = ic.chat.completions.create_with_completion(model="stub", messages=MSG, response_model=Fact)
save("instructor-model.json", m.model_dump_json(indent=1)); save("instructor-raw.json", raw.model_dump_json(indent=1))
class Item(BaseModel):
    field_name: str; value: str; substring_quote: str
class Items(BaseModel): facts: list[Item]
CHAT_ARGS = {"facts": [{"field_name": f["field_name"], "value": f["value"], "substring_quote": f["quote"]} for f in ANSWER["fields"]]}
m = ic.chat.completions.create(model="stub", messages=MSG, response_model=Items); save("instructor-facts.json", m.model_dump_json(indent=1))
CHAT_ARGS = None; CHAT_TEXT = "```json\n" + json.dumps(ANSWER) + "\n```"
icm = instructor.from_openai(oc, mode=instructor.Mode.MD_JSON)
m, raw = icm.chat.completions.create_with_completion(model="stub", messages=MSG, response_model=Fields)
save("instructor-markdown-raw.json", raw.model_dump_json()); save("instructor-markdown.json", m.model_dump_json())
try:
    from instructor import Partial
    ANT_ARGS = ANSWER
    ia = instructor.from_anthropic(ac)
    m, raw = ia.messages.create_with_completion(model="stub", max_tokens=10, messages=MSG, response_model=Fields)
    save("instructor-anthropic-raw.json", raw.model_dump_json())
except Exception as e: print("ia:", repr(e)[:200])
# langextract
try:
    import langextract as lx
    from langextract.core import base_model, types as ltypes
    class Stub(base_model.BaseLanguageModel):
        def infer(self, batch_prompts, **k):
            for _ in batch_prompts:
                yield [ltypes.ScoredOutput(score=1.0, output=json.dumps({"extractions": [
                    {"effective_date": "effective as of January 5, 2024", "effective_date_attributes": {}},
                    {"annual_fee": "annual fee of US$384,000.00", "annual_fee_attributes": {"kind": "fee"}},
                    {"governing_law": "State of Ohio", "governing_law_attributes": {}},
                    {"annual_fee": "annual fees of US$999,000.00", "annual_fee_attributes": {}}]}))]
    ex = [lx.data.ExampleData(text="dated March 1, 2020", extractions=[lx.data.Extraction("effective_date", "dated March 1, 2020")])]
    res = lx.extract(text_or_documents=DOC, prompt_description="x", examples=ex, model=Stub(), fence_output=False, use_schema_constraints=False, show_progress=False)
    lx.io.save_annotated_documents([res], output_name="lx.jsonl", output_dir=str(OUT)); (OUT / "lx.jsonl").rename(OUT / "langextract.jsonl")
    save("langextract-dict.json", json.dumps(lx.data_lib.annotated_document_to_dict(res)) if hasattr(lx, "data_lib") else json.dumps(__import__("langextract.core.data", fromlist=["x"]).__dict__.get("x")))
except Exception as e:
    import traceback; traceback.print_exc()
