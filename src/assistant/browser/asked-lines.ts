import type { AnswerLine, Question } from '../model/asking.ts';
import { failureOf, unanswered, type Failure } from '../../platform/browser/api.ts';

const timeoutMs = 60_000;

/**
 * Asks the assistant, and gives each line of its answer as it comes. Never throws: undefined once the last line has
 * come, a failure where there was no answer, or where it ended before its last line.
 */
export async function askedLines(
  question: Question,
  give: (line: AnswerLine) => void,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  try {
    const response = await fetch('/api/assistant/ask', {
      method: 'POST',
      headers: { Accept: 'application/x-ndjson', 'Content-Type': 'application/json' },
      body: JSON.stringify(question),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    if (!response.ok || !response.body) return failureOf(response, await response.json().catch(() => undefined));
    let done = false;
    for await (const line of linesOf(response.body)) {
      const parsed = JSON.parse(line) as AnswerLine;
      done ||= 'done' in parsed;
      give(parsed);
    }
    return done ? undefined : unanswered;
  } catch {
    return unanswered;
  }
}

async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string, void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let held = '';
  for (;;) {
    const { done, value } = await reader.read();
    const lines = (held + (value ?? '')).split('\n');
    held = done ? '' : (lines.pop() ?? '');
    yield* lines.filter(Boolean);
    if (done) return;
  }
}
