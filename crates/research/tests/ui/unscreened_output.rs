//! A run takes no tool output that was not screened.
use groundstop_contract::Tool;
use groundstop_research::call::Found;
use groundstop_research::gather::ToolResult;

fn main() {
    let _ = ToolResult {
        tool: Tool::Corpus,
        rank: None,
        cached: false,
        bytes: 0,
        retrieved_at: None,
        found: Ok(Found::Documents(Vec::new())),
    };
}
