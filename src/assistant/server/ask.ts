import { addressOf } from '../../notes/model/note-access.ts';
import { parseMarkdown } from '../../notes/server/markdown/markdown.ts';
import { textWork } from '../../notes/server/markdown-work.ts';
import { paths } from '../../platform/model/paths.ts';
import { singleSpaced } from '../../platform/model/text/words.ts';
import { proseOf } from '../../reading/server/aid/sentences.ts';
import { readingAid } from '../../reading/server/prepared-note.ts';
import type { Passage, AnswerLine, Question } from '../model/questions.ts';
import { questionOf } from './answers/question.ts';
import { withoutRepetitions, rankedFor, worthShowing, type Ranked } from './answers/ranking.ts';
import { candidateSentences, type AskedNote } from './answers/sentences.ts';
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
/** Semantically close notes without any of the words are shown by their opening: how many at most, and how long it must be. */
const openings = { max: 2, characters: 40 };
/** `besides`: a passage that the reader already has. `near`: uuids of semantically close notes, the closest first. */
type About = { besides?: string | undefined; near?: readonly string[] | undefined };

/** Passages, the best first. If `answered` is false, none answers the question, and they are only the closest ones. */
type Found = { passages: Passage[]; answered: boolean };

/** `passagesFor` in a worker thread. */
const findPassages = textWork(
  import.meta.url,
  'find-passages',
  // A text is parsed twice: for its passages, and for their places on the note's page.
  ({ notes }: { question: string; notes: readonly AskedNote[]; about: About }) =>
    notes.flatMap(({ body, html }) => (html === undefined ? [body, body] : [html])),
  ({ question, notes, about }) => passagesFor(question, notes, about),
);

/**
 * The passages of these notes that answer a question: at most five, each a literal quotation of a paragraph or of a part of
 * one. If none answers it, up to three of the closest. The openings of semantically close notes (`near`) without any of the words
 * come last. With `besides` the question is about that passage itself, and every passage about it counts. `notes` are in the
 * order of the search.
 */
export function passagesFor(text: string, notes: readonly AskedNote[], { besides, near = [] }: About = {}): Found {
  const held = notes.flatMap(candidateSentences);
  const order = new Map(notes.map((note, index) => [note, index]));
  const ranked = rankedFor(questionOf(text), held, order);
  const all = besides === undefined ? ranked : ranked.flatMap((one) => withoutPassage(one, besides));
  const good = worthShowing(all, besides !== undefined);
  const answered = good.length > 0;
  const placed = placesIn();
  const found = withoutRepetitions(answered ? good : all, answered ? shown : nearest);
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

/** A passage without the one that the reader has: alone if its neighbours are part of that, and none if it is itself. */
function withoutPassage(one: Ranked, besides: string): Ranked[] {
  const { sentence, span } = one;
  if (overlaps(sentence.text, besides)) return [];
  const quoted = sentence.beside.filter(({ start }) => start >= span.from && start < span.to).map((part) => part.text);
  const isBeside = [sentence.block.slice(span.from, span.to), ...quoted].some((text) => overlaps(text, besides));
  return [isBeside ? { ...one, span: { from: sentence.from, to: sentence.to } } : one];
}

/** Whether one of the two texts contains the other, ignoring white space. */
function overlaps(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => singleSpaced(text).trim());
  return a !== undefined && b !== undefined && (a.includes(b) || b.includes(a));
}

/** The address at which the asker can read this text. */
const pathAsked = (note: AskedNote): string => (note.mine === 'copy' ? paths.copy(note.uuid) : addressOf(note));

/** Looks up the element ids of a note's blocks of prose, which key points link to. Each note is parsed once. */
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
  /** The notes in which to look for an answer. */
  notes: readonly AskedNote[];
  /** The note that a passage was selected in. */
  from?: Note;
  /** The uuids of semantically close notes. */
  near?: readonly string[];
  asker: Pick<User, 'id' | 'modelReadsPrivate'>;
  settings: ModelSettings | undefined;
  now: Date;
};

/**
 * The lines of an answer as they become available: first the passages, then what the model writes about those that it may
 * be sent, if there is a model with budget left. If the model fails, the passages are the answer.
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
  const withheld = new Set(notes.filter((note) => !mayBeSent(note, asker)).map(pathAsked));
  const sent = passages
    .map((passage, index) => ({ ...passage, number: index + 1 }))
    .filter(({ path, near: isNear }) => !withheld.has(path) && (answered || isNear));
  const hasMaterial = sent.length > 0 || question.task === 'explain';
  if (hasMaterial && settings && (!from || mayBeSent(from, asker))) {
    const spending = { userId: asker.id, month: now.toISOString().slice(0, 7) };
    const written: Written = yield* writtenAnswer(redis, settings, { ...question, passages: sent }, spending);
    if (written.shown > 0) {
      yield { done: 'model', ...(written.left > 0 && { left: written.left }) };
      return;
    }
    if (written.left > 0) logFallback('what it wrote stands in no passage');
  }
  yield { done: 'extract' };
}

/** How many of the model's sentences were shown, and how many left out. If it failed, none counts as shown. */
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
    logFallback('the budget of this month is spent');
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
      logFallback(`the model failed: ${value.problem}`);
      return { shown: 0, left: 0 };
    }
    yield* checked([...sentences.push(words.end()), ...sentences.end()]);
    return written;
  }
}

function logFallback(problem: string): void {
  log('warn', 'the assistant goes on by extraction', { problem });
}
