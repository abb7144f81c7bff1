import { reserveTokens, settleTokens } from './store/assistant-budget.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { vectorsSince } from './store/vectors.ts';
import { unpackedVector, type Vector, embed, nearness } from './model/vector-reading.ts';
import type { ModelSettings } from './model/model.ts';
import { log } from '../../platform/server/log.ts';

export { storedVectors } from './store/vectors.ts';

const max = 20;

/**
 * The names of the vectors that are nearest to one, the nearest first, at most 20. Every text has a nearest note, and
 * models differ in what they call near: so those count that are above the middle by three times or more of what the lower
 * part of all, which have nothing to do with it, lies below; of many, by as much as none of them would be by chance.
 */
export function nearestTo(vector: Vector, vectors: ReadonlyMap<string, Vector>): string[] {
  const all = [...vectors].map(([name, other]) => ({ name, near: nearness(vector, other) }));
  all.sort((one, other) => other.near - one.near || (one.name < other.name ? -1 : 1));
  const at = (part: number) => all[Math.floor((all.length - 1) * part)]?.near ?? 0;
  const times = Math.max(3, Math.sqrt(2 * Math.log(Math.max(1, all.length))));
  const least = Math.max(0, at(0.5) + times * (at(0.5) - at(0.84)));
  return all
    .slice(0, max)
    .filter(({ near }) => near > least)
    .map(({ name }) => name);
}

/** What a text is compared with is what is typed in a search: nobody waits long for it, and it is short. */
const timeoutMs = 2_000;
const characters = 500;
/** A provider that failed is left alone for so long, or as long as it says. */
const pauseSeconds = 60;
const rememberedTexts = 200;

/** What this process has read: vectors by uuid, and up to which change; those of texts that were asked for. */
const nothing = () => ({ model: '', newest: 0, vectors: new Map<string, Vector>(), texts: new Map<string, Vector>() });
let kept = nothing();
let leftAloneUntil = 0;

/** As a process begins. */
export function forgetVectors(): void {
  kept = nothing();
  leftAloneUntil = 0;
}

/** `spender`: who pays; `allowed`: whether they may ask now, which is waited for together with the store. */
type Asking = { spender: string; now: Date; allowed?: Promise<boolean> };

/**
 * The uuids of the notes that are nearest to a text in meaning, the nearest first, at most 20. None where the model fails,
 * which is logged once a minute, or the budget is spent; the store is asked twice at most, at the same time as the model.
 */
export async function semanticNotes(
  redis: Redis,
  settings: ModelSettings | undefined,
  text: string,
  { spender, now, allowed = Promise.resolve(true) }: Asking,
): Promise<string[]> {
  const asked = text.slice(0, characters).toWellFormed().trim();
  if (!settings || asked.length < 3 || now.getTime() < leftAloneUntil) return [];
  try {
    const known = kept.model === settings.model ? kept.texts.get(asked) : undefined;
    const spending = { userId: spender, month: now.toISOString().slice(0, 7) };
    const reserve = () => reserveTokens(redis, spending, asked.length, settings.monthlyTokens);
    const [budget, may] = await Promise.all([known ? 'known' : reserve(), allowed, refresh(redis, settings.model)]);
    if (known) return may ? nearestTo(known, kept.vectors) : [];
    if (budget !== 'reserved') return [];
    const vector = may && kept.vectors.size > 0 ? await vectorOf(settings, asked, now) : { tokens: 0 };
    if (vector.tokens !== undefined) await settleTokens(redis, spending, asked.length - vector.tokens);
    return vector.vector ? nearestTo(vector.vector, kept.vectors) : [];
  } catch (error) {
    backOff(String(error), now);
    return [];
  }
}

async function refresh(redis: Redis, model: string): Promise<void> {
  if (kept.model !== model) kept = { ...nothing(), model };
  const { newest, changes } = await vectorsSince(redis, model, kept.newest);
  // Whoever emptied the store began to count anew.
  if (newest < kept.newest) {
    kept = { ...nothing(), model };
    return refresh(redis, model);
  }
  for (const [uuid, packed] of changes) {
    if (packed === undefined) kept.vectors.delete(uuid);
    else kept.vectors.set(uuid, unpackedVector(packed));
  }
  kept.newest = newest;
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
  if (kept.texts.size >= rememberedTexts) kept.texts.clear();
  kept.texts.set(text, vector);
  return { vector, tokens: answer.tokens };
}

function backOff(problem: string, now: Date, seconds = pauseSeconds): void {
  leftAloneUntil = now.getTime() + seconds * 1000;
  const what = 'notes are found by their words alone';
  log('warn', what, { problem: `${problem}; left alone for ${seconds} s` });
}
