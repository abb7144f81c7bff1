import { hash } from 'node:crypto';
import { provider, wordsFor, type ModelSettings, failureOf, type ProviderFailure } from './model.ts';
import { isPublic } from '../../../notes/model/note-access.ts';
import type { Note } from '../../../notes/model/note.ts';
import { beginningOf } from '../../../notes/model/markdown.ts';
import { singleSpaced } from '../../../platform/model/text/words.ts';
import { parseMarkdown } from '../../../notes/server/markdown/markdown.ts';
import { reserveTokens, settleTokens } from '../store/assistant-budget.ts';
import { countTry, waitForRun } from '../store/model-reading.ts';
import { readNotes } from '../../../notes/server/notes.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { dropVectors, putVectors, storedVectors, keepVectorsOf, type NoteVector } from '../store/vectors.ts';
import { proseOf } from '../../../reading/server/aid/sentences.ts';
import { followPublished, backOff, logReading, type ReadingLimits, type ReadingRun } from '../follow-published.ts';

/** How many numbers of a model's vector are stored, one byte each. */
const dimensions = 256;

/**
 * A vector as it is stored: its first 256 numbers as signed bytes, the largest of them 127, in base64. Only directions
 * are compared, so its length is lost on purpose. Undefined if it has no direction.
 */
export function packedVector(numbers: readonly number[]): string | undefined {
  const first = numbers.slice(0, dimensions);
  const max = Math.max(...first.map(Math.abs));
  if (!(max > 0) || !Number.isFinite(max)) return undefined;
  return Buffer.from(Int8Array.from(first, (number) => Math.round((number / max) * 127)).buffer).toString('base64');
}

/** A vector ready to be compared: its bytes, and its length. */
export type Vector = { bytes: Int8Array; length: number };

export function unpackedVector(packed: string): Vector {
  const bytes = new Int8Array(Buffer.from(packed, 'base64'));
  return { bytes, length: Math.sqrt(product(bytes, bytes)) };
}

/** How similar two directions are: 1 for the same, 0 for unrelated ones and for vectors of two models. */
export function cosineSimilarity(one: Vector, other: Vector): number {
  if (one.bytes.length !== other.bytes.length) return 0;
  return product(one.bytes, other.bytes) / (one.length * other.length);
}

function product(one: Int8Array, other: Int8Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

/**
 * Vectors of texts in their order, as they are stored; undefined if the model returned no usable one. `tokens`: the known
 * usage.
 */
type Embedded =
  | { ok: true; vectors: (string | undefined)[]; tokens: number | undefined }
  | ({ ok: false; problem: string } & ProviderFailure);

/** Asks a model for the vectors of texts, in one call. Never throws, and never retries. */
export async function embed(settings: ModelSettings, texts: string[], timeoutMs: number): Promise<Embedded> {
  try {
    const [{ embedMany }, endpoint] = await Promise.all([import('ai'), provider(settings)]);
    const { embeddings, usage } = await embedMany({
      model: endpoint.embeddingModel(settings.model),
      values: texts,
      maxRetries: 0,
      abortSignal: AbortSignal.timeout(timeoutMs),
    });
    const vectors = embeddings.length === texts.length ? embeddings.map(packedVector) : texts.map(() => undefined);
    return { ok: true, vectors, tokens: Number.isFinite(usage.tokens) ? usage.tokens : undefined };
  } catch (error) {
    return { ok: false, problem: wordsFor(error), ...failureOf(error) };
  }
}

/** How many notes got a vector, and how many texts were sent to a model. */
type VectorReport = { made: number; asked: number };

const reading = 'vectors';
/** As many as there are vectors at most, so that a search by meaning finds notes that are older than it. */
const first = 10_000;
const atOnce = 32;
/** How many characters of a note are embedded: its beginning says what it is about. */
const characters = 1_500;
/** A text on which a provider failed this often is not sent again until it changes. */
const maxTries = 3;

type Waiting = { note: Note; text: string; digest: string };
type Batch = { month: string; report: VectorReport; limits: ReadingLimits };

/**
 * Lets a model make the vectors of the public notes that changed since the last run, each text once, and deletes those of
 * notes that are no longer public or are kept from models. After a failure, a note is still found by its words. Never two
 * runs at once.
 */
export async function embedChangedNotes(redis: Redis, settings: ModelSettings, run: ReadingRun): Promise<VectorReport> {
  const report: VectorReport = { made: 0, asked: 0 };
  const { limits } = run;
  const asked = () => report.asked;
  await keepVectorsOf(redis, settings.model);
  await followPublished(redis, { reading, first, atOnce, asked }, run, (uuids, month) =>
    embedNotes(redis, settings, uuids, { month, report, limits }),
  );
  return report;
}

/** Returns whether the run continues after these notes. */
async function embedNotes(redis: Redis, settings: ModelSettings, uuids: string[], batch: Batch): Promise<boolean> {
  const [notes, stored] = await Promise.all([readNotes(redis, uuids), storedVectors(redis, uuids)]);
  const waiting: Waiting[] = [];
  const gone: string[] = [];
  for (const [index, uuid] of uuids.entries()) {
    const note = notes[index];
    if (!note || !('visibility' in note) || !isPublic(note) || note.noModel) gone.push(uuid);
    else {
      const text = embeddedText(note);
      const digest = hash('sha256', text, 'base64url').slice(0, 22);
      if (stored[index]?.digest !== digest) waiting.push({ note, text, digest });
    }
  }
  await dropVectors(
    redis,
    gone.filter((uuid) => stored[uuids.indexOf(uuid)] !== undefined),
  );
  const reserved = await withinBudget(redis, settings, waiting, batch);
  const done = await embedTexts(redis, settings, reserved.texts, batch);
  return done && reserved.goesOn;
}

/** How many marks of a text are parsed to find the beginning of its prose. */
const marks = 5_000;

/** What is embedded of a note: its title and the beginning of its prose. */
export function embeddedText({ title, body }: Pick<Note, 'title' | 'body'>): string {
  const prose = proseOf(parseMarkdown(beginningOf(body, marks), {})).map(({ text }) => singleSpaced(text).trim());
  return [title, ...prose].join('\n').slice(0, characters).toWellFormed();
}

/** A text has hardly more tokens than characters. */
const maxTokens = ({ text }: Waiting) => text.length;

async function withinBudget(
  redis: Redis,
  settings: ModelSettings,
  waiting: readonly Waiting[],
  { month }: Batch,
): Promise<{ texts: Waiting[]; goesOn: boolean }> {
  const texts: Waiting[] = [];
  for (const one of waiting) {
    const spending = { userId: one.note.authorId, month };
    const budget = await reserveTokens(redis, spending, maxTokens(one), settings.monthlyTokens);
    if (budget === 'reserved') texts.push(one);
    else if (budget === 'own') await waitForRun(redis, reading, one.note.uuid, { month, later: 1 });
    else {
      await backOff(redis, reading, 'spent');
      return { texts, goesOn: false };
    }
  }
  return { texts, goesOn: true };
}

/**
 * Returns whether the run continues after these. If one of several texts may be why the provider failed, each is sent
 * separately.
 */
async function embedTexts(
  redis: Redis,
  settings: ModelSettings,
  texts: readonly Waiting[],
  batch: Batch,
): Promise<boolean> {
  if (texts.length === 0) return true;
  const { month, report, limits } = batch;
  const answer = await embed(
    settings,
    texts.map(({ text }) => text),
    limits.timeoutMs,
  );
  report.asked += texts.length;
  const oneByOne = !answer.ok && answer.overText && texts.length > 1;
  if (!oneByOne && answer.tokens !== undefined) await settle(redis, texts, answer.tokens, month);
  if (answer.ok) {
    const made = texts.flatMap(({ note: { uuid, rev }, digest }, index): NoteVector[] => {
      const vector = answer.vectors[index];
      return vector === undefined ? [] : [{ uuid, rev, digest, vector }];
    });
    if (made.length < texts.length) logReading(reading, `${texts.length - made.length} vectors were none`);
    report.made += await putVectors(redis, made);
    return true;
  }
  if (oneByOne) {
    for (const one of texts) if (!(await embedTexts(redis, settings, [one], batch))) return false;
    return true;
  }
  const [one] = texts;
  if (answer.overText && one && (await countTry(redis, one.digest)) >= maxTries) return true;
  const { problem: failed, retryAfter } = answer;
  await backOff(redis, reading, { failed, ...(retryAfter !== undefined && { retryAfter }) });
  return false;
}

/** Gives back the reserved tokens that these texts did not use. */
async function settle(redis: Redis, texts: readonly Waiting[], tokens: number, month: string): Promise<void> {
  const all = texts.reduce((sum, one) => sum + maxTokens(one), 0);
  for (const one of texts) {
    const unused = Math.floor(maxTokens(one) * (1 - Math.min(1, tokens / all)));
    await settleTokens(redis, { userId: one.note.authorId, month }, unused);
  }
}
