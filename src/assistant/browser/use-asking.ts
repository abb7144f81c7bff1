import { useEffect, useRef, useState } from 'react';
import type { AnswerLine, Passage, Question, WrittenSentence } from '../model/questions.ts';
import type { Engine } from '../../notes/model/reading-aid.ts';
import { type Failure, failureOf, personHeader, unanswered } from '../../platform/browser/api.ts';

const timeoutMs = 60_000;

/**
 * Asks the assistant, and passes on each line of its answer as it comes. Never throws: returns undefined after the last
 * line, or a failure if there was no answer or it ended before its last line.
 */
async function askedLines(
  { library, ...question }: AskedQuestion,
  give: (line: AnswerLine) => void,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  try {
    const response = await fetch(library ? '/api/assistant/library' : '/api/assistant/ask', {
      method: 'POST',
      headers: { Accept: 'application/x-ndjson', 'Content-Type': 'application/json', ...personHeader() },
      body: JSON.stringify(library ? { question: question.question } : question),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    if (!response.ok || !response.body)
      return { ...failureOf(response, await response.json().catch(() => undefined)), typed: true };
    let done = false;
    for await (const line of linesOf(response.body)) {
      const parsed = JSON.parse(line) as AnswerLine;
      done ||= 'done' in parsed;
      give(parsed);
    }
    return done ? undefined : { ...unanswered, typed: true };
  } catch {
    return { ...unanswered, typed: true };
  }
}

async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string, void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    const lines = (rest + (value ?? '')).split('\n');
    rest = done ? '' : (lines.pop() ?? '');
    yield* lines.filter(Boolean);
    if (done) return;
  }
}

/** `library`: searches the user's own library in addition to public notes. */
export type AskedQuestion = Question & { library?: boolean };

/** The answer so far: first without `passages`, then with sentences about them, and at last with what wrote it. */
export type AnswerState = {
  question: AskedQuestion;
  passages?: Passage[];
  /** Whether the passages answer the question, and are not only the most similar ones. */
  answered: boolean;
  written: WrittenSentence[];
  /** How many of the model's sentences are not shown because no passage supports them. */
  left: number;
  done?: Engine;
  failure?: Failure;
};

/** The last question with its answer, and a function to ask: a new question replaces one that is still being answered. */
export function useAsking(): { asked: AnswerState | undefined; ask: (question: AskedQuestion) => void } {
  const [asked, setAsked] = useState<AnswerState>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  function ask(question: AskedQuestion) {
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    const change = (next: (before: AnswerState) => AnswerState) =>
      setAsked((before) => (before && running.current === mine ? next(before) : before));
    setAsked({ question, answered: false, written: [], left: 0 });
    void askedLines(question, (line) => change((before) => withLine(before, line)), mine.signal).then(
      (failure) => failure && change((before) => ({ ...before, failure })),
    );
  }
  return { asked, ask };
}

/** What a model wrote before it failed is not an answer: then the passages are. */
function withLine(asked: AnswerState, line: AnswerLine): AnswerState {
  if ('passages' in line) return { ...asked, passages: line.passages, answered: line.answered };
  if ('sentence' in line) return { ...asked, written: [...asked.written, line.sentence] };
  const { done, left = 0 } = line;
  return { ...asked, done, left, written: done === 'model' ? asked.written : [] };
}
