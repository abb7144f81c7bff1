import { reserveTokens, settleTokens } from './store/assistant-budget.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { vectorsSince } from './store/vectors.ts';
import { unpackedVector, type Vector, embed, cosineSimilarity } from './model/vector-reading.ts';
import type { ModelSettings } from './model/model.ts';
import { log } from '../../platform/server/log.ts';

export { storedVectors } from './store/vectors.ts';

const max = 20;

/**
 * The names of the vectors most similar to one, best first, at most 20. Every text has a most similar note, and models
 * differ in their scales. So a note counts if it is above the median by at least three times the distance from the median
 * down to the unrelated lower part; among many notes by more, so that none counts by chance.
 */
export function nearestTo(vector: Vector, vectors: ReadonlyMap<string, Vector>): string[] {
  const all = [...vectors].map(([name, other]) => ({ name, near: cosineSimilarity(vector, other) }));
  all.sort((one, other) => other.near - one.near || (one.name < other.name ? -1 : 1));
  const at = (part: number) => all[Math.floor((all.length - 1) * part)]?.near ?? 0;
  const times = Math.max(3, Math.sqrt(2 * Math.log(Math.max(1, all.length))));
  const least = Math.max(0, at(0.5) + times * (at(0.5) - at(0.84)));
  return all
    .slice(0, max)
    .filter(({ near }) => near > least)
    .map(({ name }) => name);
}

/** The text is what somebody types in a search: nobody waits long for it, and it is short. */
const timeoutMs = 2_000;
const characters = 500;
/** How long a provider that failed is not called, unless it says how long. */
const pauseSeconds = 60;
const rememberedTexts = 200;

/** What this process has read: vectors by uuid, and up to which change; those of texts that were searched for. */
const nothing = () => ({ model: '', newest: 0, vectors: new Map<string, Vector>(), texts: new Map<string, Vector>() });
let cache = nothing();
let pausedUntil = 0;

/** Resets what this process has read, as if it had just started. */
export function forgetVectors(): void {
  cache = nothing();
  pausedUntil = 0;
}

/** `spender`: who pays. `allowed`: whether they may ask now; the store is called while this is awaited. */
type Asking = { spender: string; now: Date; allowed?: Promise<boolean> };

/**
 * The uuids of the notes most similar to a text in meaning, best first, at most 20. Empty if the model fails, which is
 * logged once a minute, or the budget is spent. The store is called at most twice, at the same time as the model.
 */
export async function semanticNotes(
  redis: Redis,
  settings: ModelSettings | undefined,
  text: string,
  { spender, now, allowed = Promise.resolve(true) }: Asking,
): Promise<string[]> {
  const query = text.slice(0, characters).toWellFormed().trim();
  if (!settings || query.length < 3 || now.getTime() < pausedUntil) return [];
  try {
    const known = cache.model === settings.model ? cache.texts.get(query) : undefined;
    const spending = { userId: spender, month: now.toISOString().slice(0, 7) };
    const reserve = () => reserveTokens(redis, spending, query.length, settings.monthlyTokens);
    const [budget, may] = await Promise.all([known ? 'known' : reserve(), allowed, refresh(redis, settings.model)]);
    if (known) return may ? nearestTo(known, cache.vectors) : [];
    if (budget !== 'reserved') return [];
    const vector = may && cache.vectors.size > 0 ? await vectorOf(settings, query, now) : { tokens: 0 };
    if (vector.tokens !== undefined) await settleTokens(redis, spending, query.length - vector.tokens);
    return vector.vector ? nearestTo(vector.vector, cache.vectors) : [];
  } catch (error) {
    backOff(String(error), now);
    return [];
  }
}

async function refresh(redis: Redis, model: string): Promise<void> {
  if (cache.model !== model) cache = { ...nothing(), model };
  const { newest, changes } = await vectorsSince(redis, model, cache.newest);
  // The store was emptied, and counts from the beginning again.
  if (newest < cache.newest) {
    cache = { ...nothing(), model };
    return refresh(redis, model);
  }
  for (const [uuid, packed] of changes) {
    if (packed === undefined) cache.vectors.delete(uuid);
    else cache.vectors.set(uuid, unpackedVector(packed));
  }
  cache.newest = newest;
}

async function vectorOf(
  settings: ModelSettings,
  text: string,
  now: Date,
): Promise<{ vector?: Vector; tokens: number | undefined }> {
  const answer = await embed(settings, [text], timeoutMs);
  if (!answer.ok) {
    backOff(answer.problem, now, answer.retryAfter);
    return { tokens: answer.tokens };
  }
  const [packed] = answer.vectors;
  if (packed === undefined) return { tokens: answer.tokens };
  const vector = unpackedVector(packed);
  if (cache.texts.size >= rememberedTexts) cache.texts.clear();
  cache.texts.set(text, vector);
  return { vector, tokens: answer.tokens };
}

function backOff(problem: string, now: Date, seconds = pauseSeconds): void {
  pausedUntil = now.getTime() + seconds * 1000;
  const what = 'notes are found by their words alone';
  log('warn', what, { problem: `${problem}; left alone for ${seconds} s` });
}
