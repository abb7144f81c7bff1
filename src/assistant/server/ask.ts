import { addressOf } from '../../notes/model/note-access.ts';
import { parseMarkdown } from '../../notes/server/markdown/markdown.ts';
import { textWork } from '../../notes/server/markdown-work.ts';
import { paths } from '../../platform/model/paths.ts';
import { singleSpaced } from '../../platform/model/text/words.ts';
import { proseOf } from '../../reading/server/aid/sentences.ts';
import { readingAid } from '../../reading/server/prepared-note.ts';
import type { Passage, AnswerLine, Question } from '../model/asking.ts';
import { questionOf } from './answers/question.ts';
import { distinct, rankedFor, worthShowing, type Ranked } from './answers/ranking.ts';
import { sentencesHeld, type AskedNote } from './answers/sentences.ts';
import type { Note } from '../../notes/model/note.ts';
import type { User } from '../../people/model/user.ts';
import { reserveTokens, settleTokens } from './store/assistant-budget.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { plainWordsAbout } from '../../reading/server/aid/plain-answer.ts';
import { modelText, maxTokens, type ModelSettings, askingInstructions } from './model/model.ts';
import { checkedSentence, wholeSentences } from './model/checked-answer.ts';
import { mayBeSent } from './sources.ts';
import { log } from '../../platform/server/log.ts';

const shown = 5;
const nearest = 3;
/** Of notes that are near in meaning and have none of the words, so many speak at most, each by its opening. */
const openings = { max: 2, characters: 40 };
/** `besides`: a passage that a reader has already. `near`: uuids of notes that are near in meaning, the nearest first. */
type About = { besides?: string | undefined; near?: readonly string[] | undefined };

/** Passages, the best first. `answered` is false where none of them answers: then they are what is nearest to it. */
type Found = { passages: Passage[]; answered: boolean };

/** The same as `passagesFor`, where nobody waits for it. */
const findPassages = textWork(
  import.meta.url,
  'find-passages',
  // Each text is read twice: for its passages, and for where in its page they stand.
  ({ notes }: { question: string; notes: readonly AskedNote[]; about: About }) =>
    notes.flatMap(({ body, html }) => (html === undefined ? [body, body] : [html])),
  ({ question, notes, about }) => passagesFor(question, notes, about),
);

/**
 * The passages of these notes that answer a question, at most five: literal stretches of one to three sentences. Where none
 * does, up to three that are nearest to it. Openings of notes that are `near` in meaning and have none of the words come
 * last. With `besides`, what is asked about is that passage itself, and every passage that speaks of it counts. `notes` come
 * in the order in which the search found them.
 */
export function passagesFor(text: string, notes: readonly AskedNote[], { besides, near = [] }: About = {}): Found {
  const held = notes.flatMap(sentencesHeld);
  const order = new Map(notes.map((note, index) => [note, index]));
  const all = rankedFor(questionOf(text), held, order).filter(
    ({ sentence }) => besides === undefined || !overlaps(sentence.text, besides),
  );
  const good = worthShowing(all, besides !== undefined);
  const answered = good.length > 0;
  const placed = placesIn();
  const found = distinct(answered ? good : all, answered ? shown : nearest);
  const speaking = new Set(found.map(({ sentence }) => sentence.note.uuid));
  const silent = near
    .filter((uuid) => !speaking.has(uuid))
    .flatMap((uuid) => held.find(({ note, block }) => note.uuid === uuid && block.length >= openings.characters) ?? [])
    .slice(0, openings.max)
    .map((sentence) => ({ ...passageIn({ sentence, span: sentence }, placed), near: true as const }));
  const passages = found.slice(0, shown - silent.length).map((one) => passageIn(one, placed));
  return { passages: [...passages, ...silent], answered };
}

function passageIn(
  { sentence: { note, block, at }, span: { from, to } }: Pick<Ranked, 'sentence' | 'span'>,
  placed: (note: AskedNote, block: number) => string | undefined,
): Passage {
  const place = placed(note, at);
  return {
    ...{ path: pathAsked(note), title: note.title, text: block.slice(from, to) },
    ...(place && { at: place }),
    ...(note.mine && { own: note.mine }),
  };
}

/** Whether one of the two texts is a part of the other, whatever their white space. */
function overlaps(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => singleSpaced(text).trim());
  return a !== undefined && b !== undefined && (a.includes(b) || b.includes(a));
}

/** Where the asker reads what they asked. */
const pathAsked = (note: AskedNote): string => (note.mine === 'copy' ? paths.copy(note.uuid) : addressOf(note));

/** Tells the ids that notes' pages have in their blocks of prose, since key points lead there and say the same above. */
function placesIn(): (note: AskedNote, block: number) => string | undefined {
  const read = new Map<AskedNote, (string | undefined)[]>();
  return (note, block) => {
    if (note.html !== undefined) return undefined;
    const known = read.get(note);
    if (known) return known[block];
    const tokens = parseMarkdown(note.body, {});
    readingAid(tokens, note.title, note.points);
    const places = proseOf(tokens).map(({ token }) => token.attrGet('id')?.toString());
    read.set(note, places);
    return places[block];
  };
}

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
