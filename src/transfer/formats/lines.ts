/** A line that is longer is handed on in pieces. In characters. */
const longestLine = 1_000_000;

/** The lines of a text, whatever ends them, each with its number from 1. */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<{ line: string; number: number }, void> {
  let [kept, number] = ['', 1];
  for await (const part of text) {
    const whole = kept + part;
    // A carriage return at the end may be half of a line end.
    const held = whole.endsWith('\r') ? 1 : 0;
    const lines = whole.slice(0, whole.length - held).split(/\r\n?|\n/);
    kept = (lines.pop() ?? '') + (held ? '\r' : '');
    for (const line of lines) yield { line, number: number++ };
    if (kept.length <= longestLine) continue;
    yield { line: kept, number };
    kept = '';
  }
  for (const line of kept.replace(/\r$/, '').split('\n')) yield { line, number: number++ };
}
