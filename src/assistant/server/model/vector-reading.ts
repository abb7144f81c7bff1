import { createHash } from 'node:crypto';
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

/** So many numbers of a model's vector are kept, one byte each. */
const dimensions = 256;

/**
 * A vector as it is kept: its first 256 numbers as signed bytes, the largest of them 127, in base64. Only directions are
 * compared, so its length is lost on purpose. Undefined for what is no direction.
 */
export function packedVector(numbers: readonly number[]): string | undefined {
  const first = numbers.slice(0, dimensions);
  const max = Math.max(...first.map(Math.abs));
  if (!(max > 0) || !Number.isFinite(max)) return undefined;
  return Buffer.from(Int8Array.from(first, (number) => Math.round((number / max) * 127)).buffer).toString('base64');
}

/** A vector that is ready to be compared: its bytes, and how long they are together. */
export type Vector = { bytes: Int8Array; length: number };

export function unpackedVector(packed: string): Vector {
  const bytes = new Int8Array(Buffer.from(packed, 'base64'));
  return { bytes, length: Math.sqrt(product(bytes, bytes)) };
}

/** How near two directions are: 1 for the same, 0 for such as have nothing in common, and 0 for vectors of two models. */
export function nearness(one: Vector, other: Vector): number {
  if (one.bytes.length !== other.bytes.length) return 0;
  return product(one.bytes, other.bytes) / (one.length * other.length);
}

function product(one: Int8Array, other: Int8Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

/**
 * Vectors of texts in their order, as they are kept; undefined where the model gave none that is of use. `tokens` is what
 * is known to have been used.
 */
type Embedded =
  | { ok: true; vectors: (string | undefined)[]; tokens: number | undefined }
  | ({ ok: false; problem: string } & ProviderFailure);

/** Asks a model for the vectors of texts, in one call. Nothing is thrown, and nothing is tried twice. */
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

/** How many notes got a vector, and how many texts a model was sent. */
type VectorReport = { made: number; asked: number };

const reading = 'vectors';
/** As many as have vectors at most: a search by meaning is to know what was there before it. */
const first = 10_000;
const atOnce = 32;
/** So much of a note is embedded: what it begins with says what it is about. */
const characters = 1_500;
/** A text over which a provider failed as often is left alone until it changes. */
const maxTries = 3;

type Waiting = { note: Note; text: string; digest: string };
type Batch = { month: string; report: VectorReport; limits: ReadingLimits };

/**
 * Has a model make the vectors of the public notes that changed since the last run, each text once, and takes away those
 * of notes that are public no more or kept from models. What fails leaves a note to be found by its words. Never two runs
 * at once.
 */
export async function letModelEmbed(redis: Redis, settings: ModelSettings, run: ReadingRun): Promise<VectorReport> {
  const report: VectorReport = { made: 0, asked: 0 };
  const { limits } = run;
  const asked = () => report.asked;
  await keepVectorsOf(redis, settings.model);
  await followPublished(redis, { reading, first, atOnce, asked }, run, (uuids, month) =>
    embedNotes(redis, settings, uuids, { month, report, limits }),
  );
  return report;
}

/** Whether the run goes on after these. */
async function embedNotes(redis: Redis, settings: ModelSettings, uuids: string[], batch: Batch): Promise<boolean> {
  const [notes, stored] = await Promise.all([readNotes(redis, uuids), storedVectors(redis, uuids)]);
  const waiting: Waiting[] = [];
  const gone: string[] = [];
  for (const [index, uuid] of uuids.entries()) {
    const note = notes[index];
    if (!note || !('visibility' in note) || !isPublic(note) || note.noModel) gone.push(uuid);
    else {
      const text = embeddedText(note);
      const digest = createHash('sha256').update(text).digest('base64url').slice(0, 22);
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

/** So much of a text is looked through for the beginning of its prose. */
const marks = 5_000;

/** What is embedded of a note: its title and the beginning of its prose. */
export function embeddedText({ title, body }: Pick<Note, 'title' | 'body'>): string {
  const prose = proseOf(parseMarkdown(beginningOf(body, marks), {})).map(({ text }) => singleSpaced(text).trim());
  return [title, ...prose].join('\n').slice(0, characters).toWellFormed();
}

/** A text has no more tokens than characters, by much. */
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

/** Whether the run goes on after these. Where one of several texts may be what the provider fails over, each is sent by itself. */
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
  const alone = !answer.ok && answer.overText && texts.length > 1;
  if (!alone && answer.tokens !== undefined) await settle(redis, texts, answer.tokens, month);
  if (answer.ok) {
    const made = texts.flatMap(({ note: { uuid, rev }, digest }, index): NoteVector[] => {
      const vector = answer.vectors[index];
      return vector === undefined ? [] : [{ uuid, rev, digest, vector }];
    });
    if (made.length < texts.length) logReading(reading, `${texts.length - made.length} vectors were none`);
    report.made += await putVectors(redis, made);
    return true;
  }
  if (alone) {
    for (const one of texts) if (!(await embedTexts(redis, settings, [one], batch))) return false;
    return true;
  }
  const [one] = texts;
  if (answer.overText && one && (await countTry(redis, one.digest)) >= maxTries) return true;
  const { problem: failed, retryAfter } = answer;
  await backOff(redis, reading, { failed, ...(retryAfter !== undefined && { retryAfter }) });
  return false;
}

/** Gives back what these texts did not use of what was set aside for each. */
async function settle(redis: Redis, texts: readonly Waiting[], tokens: number, month: string): Promise<void> {
  const all = texts.reduce((sum, one) => sum + maxTokens(one), 0);
  for (const one of texts) {
    const unused = Math.floor(maxTokens(one) * (1 - Math.min(1, tokens / all)));
    await settleTokens(redis, { userId: one.note.authorId, month }, unused);
  }
}
