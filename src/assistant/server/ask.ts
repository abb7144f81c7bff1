import type { AnswerLine, Passage, Question } from '../model/asking.ts';
import type { Note } from '../../notes/model/note.ts';
import { paths } from '../../platform/model/paths.ts';
import type { User } from '../../people/model/user.ts';
import { reserveTokens, settleTokens } from './store/assistant-budget.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { findPassages } from './passages.ts';
import { plainWordsAbout } from '../../reading/server/aid/plain-answer.ts';
import { modelText, maxTokens, type ModelSettings, askingInstructions } from './model/model.ts';
import { mayBeSent } from './sources.ts';
import { log } from '../../platform/server/log.ts';

const maxOutputTokens = 400;

type Asking = {
  redis: Redis;
  question: Question;
  /** The notes among which an answer is looked for. */
  notes: readonly Note[];
  /** The note that a passage was selected in. */
  from?: Note;
  /** The uuids of those that are near in meaning. */
  near?: readonly string[];
  asker: Pick<User, 'id' | 'modelReadsPrivate'>;
  settings: ModelSettings | undefined;
  now: Date;
};

/**
 * An answer's lines as they come: passages at once, then what the model writes about them, if there is one, its budget
 * holds, of those that it may be sent. A model that fails leaves the passages, which then are the answer.
 */
export async function* answerLines({
  redis,
  question,
  notes,
  from,
  near,
  asker,
  settings,
  now,
}: Asking): AsyncGenerator<AnswerLine, void> {
  const asked = { question: question.question, notes, about: { besides: from && question.question, near } };
  const passages = await findPassages(asked);
  yield { passages };
  const kept = new Set(notes.filter((note) => !mayBeSent(note, asker)).map(paths.note));
  const sent = passages
    .map((passage, index) => ({ ...passage, number: index + 1 }))
    .filter(({ path }) => !kept.has(path));
  const known = sent.length > 0 || question.task === 'explain';
  if (known && settings && (!from || mayBeSent(from, asker))) {
    const spending = { userId: asker.id, month: now.toISOString().slice(0, 7) };
    const written: boolean = yield* writtenAnswer(redis, settings, { ...question, passages: sent }, spending);
    if (written) {
      yield { done: 'model' };
      return;
    }
  }
  yield { done: 'extract' };
}

async function* writtenAnswer(
  redis: Redis,
  settings: ModelSettings,
  { task, question, passages }: Question & { passages: (Passage & { number: number })[] },
  spending: { userId: string; month: string },
): AsyncGenerator<AnswerLine, boolean> {
  const data = JSON.stringify({
    asked: question,
    passages: passages.map(({ number, title, text }) => ({ number, title, text })),
  });
  const request = { instructions: askingInstructions[task], data, maxOutputTokens };
  const reserved = maxTokens(request);
  if ((await reserveTokens(redis, spending, reserved, settings.monthlyTokens)) !== 'reserved') {
    goesOn('the budget of this month is spent');
    return false;
  }
  const sources = [question, ...passages.flatMap(({ title, text }) => [title, text])];
  const words = plainWordsAbout(sources).filter();
  const writing = modelText(settings, request);
  let wrote = false;
  for (;;) {
    const { done, value } = await writing.next();
    if (!done) {
      const text = words.push(value);
      wrote ||= text.trim() !== '';
      if (text) yield { text };
      continue;
    }
    const rest = words.end();
    if (value.tokens !== undefined) await settleTokens(redis, spending, reserved - value.tokens);
    if (!value.ok) {
      goesOn(`the model failed: ${value.problem}`);
      return false;
    }
    if (rest) yield { text: rest };
    return wrote || rest.trim() !== '';
  }
}

function goesOn(problem: string): void {
  log('warn', 'the assistant goes on by extraction', { problem });
}
