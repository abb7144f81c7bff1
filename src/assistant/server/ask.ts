import type { AnswerLine, Passage, Question } from '../model/asking.ts';
import type { Note } from '../../notes/model/note.ts';
import type { User } from '../../people/model/user.ts';
import { reserveTokens, settleTokens } from './store/assistant-budget.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import type { AskedNote } from './answers/sentences.ts';
import { findPassages, pathAsked } from './passages.ts';
import { plainWordsAbout } from '../../reading/server/aid/plain-answer.ts';
import { modelText, maxTokens, type ModelSettings, askingInstructions } from './model/model.ts';
import { checkedSentence, wholeSentences } from './model/checked-answer.ts';
import { mayBeSent } from './sources.ts';
import { log } from '../../platform/server/log.ts';

const maxOutputTokens = 400;

type Asking = {
  redis: Redis;
  question: Question;
  /** The notes among which an answer is looked for. */
  notes: readonly AskedNote[];
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
  const { passages, answered } = await findPassages(asked);
  yield { passages, answered };
  const kept = new Set(notes.filter((note) => !mayBeSent(note, asker)).map(pathAsked));
  const sent = passages
    .map((passage, index) => ({ ...passage, number: index + 1 }))
    .filter(({ path, near: isNear }) => !kept.has(path) && (answered || isNear));
  const known = sent.length > 0 || question.task === 'explain';
  if (known && settings && (!from || mayBeSent(from, asker))) {
    const spending = { userId: asker.id, month: now.toISOString().slice(0, 7) };
    const written: Written = yield* writtenAnswer(redis, settings, { ...question, passages: sent }, spending);
    if (written.shown > 0) {
      yield { done: 'model', ...(written.left > 0 && { left: written.left }) };
      return;
    }
    if (written.left > 0) goesOn('what it wrote stands in no passage');
  }
  yield { done: 'extract' };
}

/** How many sentences were shown, and how many were left out; none is shown of a model that failed. */
type Written = { shown: number; left: number };

async function* writtenAnswer(
  redis: Redis,
  settings: ModelSettings,
  { task, question, passages }: Question & { passages: (Passage & { number: number })[] },
  spending: { userId: string; month: string },
): AsyncGenerator<AnswerLine, Written> {
  const data = JSON.stringify({
    asked: question,
    passages: passages.map(({ number, title, text }) => ({ number, title, text })),
  });
  const request = { instructions: askingInstructions[task], data, maxOutputTokens };
  const reserved = maxTokens(request);
  const written = { shown: 0, left: 0 };
  if ((await reserveTokens(redis, spending, reserved, settings.monthlyTokens)) !== 'reserved') {
    goesOn('the budget of this month is spent');
    return written;
  }
  const words = plainWordsAbout([question, ...passages.flatMap(({ title, text }) => [title, text])]).filter();
  const sentences = wholeSentences();
  const checked = (ready: string[]) =>
    ready.flatMap((text): AnswerLine[] => {
      const sentence = checkedSentence(text, passages, task === 'answer' ? undefined : question);
      written[sentence ? 'shown' : 'left'] += 1;
      return sentence ? [{ sentence }] : [];
    });
  const writing = modelText(settings, request);
  for (;;) {
    const { done, value } = await writing.next();
    if (!done) {
      yield* checked(sentences.push(words.push(value)));
      continue;
    }
    if (value.tokens !== undefined) await settleTokens(redis, spending, reserved - value.tokens);
    if (!value.ok) {
      goesOn(`the model failed: ${value.problem}`);
      return { shown: 0, left: 0 };
    }
    yield* checked([...sentences.push(words.end()), ...sentences.end()]);
    return written;
  }
}

function goesOn(problem: string): void {
  log('warn', 'the assistant goes on by extraction', { problem });
}
