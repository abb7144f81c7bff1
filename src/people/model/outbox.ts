/** Something that a person did and the server does not know yet. */
export interface Unsent {
  /** Sorts as it was done. */
  id: string;
  /** ISO 8601. */
  at: string;
  /** What it is, as people call it. */
  words: string;
  /** What it is done to: one id or several. */
  about: string | readonly string[];
  /** What of it alone is changed. What changes different parts needs no order; without a part, it changes all of it. */
  part?: 'note' | 'reading' | 'highlights' | 'collections';
  call: {
    method: 'POST' | 'PATCH' | 'PUT' | 'DELETE';
    path: string;
    body?: unknown;
    headers?: Record<string, string>;
  };
  /** What it changes, as the person saw that: by it, what was changed elsewhere meanwhile is told from what they changed. */
  base?: object;
  /** A later one of this name says all that this one says, and takes its place. */
  replaces?: string;
  /** The one that it was made from: of its name it takes the place of that alone, and with null of none. */
  goesOn?: string | null;
  /** Where the person can look at it and change it. */
  edit?: string;
  /** What was typed, as the form has it that one typed it into. */
  typed?: object;
  /** What somebody chose or wrote, where no form has it again: they can copy it, should the server refuse it. */
  text?: string;
  /** What is to be said once it is sent, and may fail. */
  then?: Unsent['call'];
  /** Why the server did not take it, as it says it. */
  refused?: string;
  /** What the server said when it failed at it. It is tried again. */
  failed?: string;
}

export type NewUnsent = Omit<Unsent, 'id' | 'at' | 'refused' | 'failed'>;

/** Whether two change the same: they are sent in the order in which they were done, and one waits for the other. */
export function meet(one: NewUnsent, other: NewUnsent): boolean {
  if (one.part !== undefined && other.part !== undefined && one.part !== other.part) return false;
  const ids = new Set([one.about].flat());
  return [other.about].flat().some((id) => ids.has(id));
}

/**
 * What a new one makes needless: the last that it says all of again, which is the one that it was made from where it tells.
 * It takes the place of that one, refused or not, unless something else was done to the same since: then it comes after
 * that, as it was done.
 */
export function replacedBy(
  next: NewUnsent,
  waiting: readonly Unsent[],
): { before: Unsent; inPlace: boolean } | undefined {
  if (next.replaces === undefined) return undefined;
  const same = waiting.filter((one) => meet(one, next));
  const { replaces, goesOn } = next;
  const before = same.findLast((one) => one.replaces === replaces && (goesOn === undefined || goesOn === one.id));
  if (!before) return undefined;
  const since = same.slice(same.indexOf(before) + 1);
  return { before, inPlace: since.every((one) => one.replaces === replaces) };
}

/** The next one to send: the oldest that was not refused or `skipped`, and before which nothing waits that it meets. */
export function dueOf(waiting: readonly Unsent[], skipped: ReadonlySet<string> = new Set()): Unsent | undefined {
  return waiting.find(
    (one, at) =>
      one.refused === undefined && !skipped.has(one.id) && !waiting.slice(0, at).some((earlier) => meet(earlier, one)),
  );
}

/**
 * Changes of a note that wait and were made from the one that was `sent`, on the revision before the one that the answer
 * gives: they go on from that. What was made beside it does not say what it says, and is merged with it instead.
 */
export function goingOnFrom(sent: string, data: unknown, waiting: readonly Unsent[]): Unsent[] {
  const { note } = (data ?? {}) as { note?: { uuid: string; rev: number } };
  if (!note) return [];
  const { uuid, rev } = note;
  return waiting.flatMap((one) => {
    const { method, path, body } = one.call;
    const isNext = method === 'PATCH' && path === `/api/notes/${uuid}` && (body as { rev: number }).rev === rev - 1;
    if (!isNext || one.goesOn !== sent || one.refused !== undefined) return [];
    const typed = one.typed === undefined ? {} : { typed: { ...one.typed, rev } };
    const base = one.base === undefined ? {} : { base: Object.fromEntries(valuesIn(note, one.base)) };
    return [{ ...one, ...typed, ...base, call: { ...one.call, body: { ...(body as object), rev } } }];
  });
}

const valuesIn = (of: object, names: object) =>
  Object.keys(names).map((name) => [name, (of as Record<string, unknown>)[name] ?? null] as const);

/**
 * The call that makes both changes of a note, where somebody else, or the same person from elsewhere, changed other parts of
 * it than this one does; undefined where both changed the same. Of lists, what either added or took out is. Who sees it is
 * no part by itself: words that were written for fewer must not be shown to more without asking.
 */
export function mergedCall({ base, call }: NewUnsent, current: unknown): Unsent['call'] | undefined {
  const rev = (current as { rev?: number } | undefined)?.rev;
  if (base === undefined || rev === undefined) return undefined;
  const theirs = current as Record<string, unknown>;
  const seen = [base, call.body, theirs].map((one) => (one as { visibility?: string }).visibility ?? '');
  if (new Set(seen).size > 1 && !seen.every((by) => by === 'private' || by === 'draft')) return undefined;
  const merged: Record<string, unknown> = {};
  for (const [name, before] of Object.entries(base)) {
    const mine = (call.body as Record<string, unknown>)[name];
    const both = [mine, before, theirs[name]];
    if (same(mine, before)) merged[name] = theirs[name] ?? (typeof mine === 'boolean' ? false : null);
    else if (same(theirs[name], before) || same(theirs[name], mine)) merged[name] = mine;
    else if (both.every(Array.isArray)) merged[name] = mergedLists(...(both as [unknown[], unknown[], unknown[]]));
    else return undefined;
  }
  return { ...call, body: { ...(call.body as object), ...merged, rev } };
}

/** The answer to a call. A change of a note that was changed meanwhile goes on from that, unless both changed the same. */
export async function sentMerged<Given extends Answered>(
  one: NewUnsent,
  send: (call: Unsent['call']) => Promise<Given>,
): Promise<Given> {
  const answer = await send(one.call);
  const merged = answer.ok || answer.status !== 409 ? undefined : mergedCall(one, answer.problem.current);
  return merged ? send(merged) : answer;
}

function mergedLists(mine: unknown[], before: unknown[], theirs: unknown[]): unknown[] {
  const stays = theirs.filter((one) => mine.includes(one) || !before.includes(one));
  return [...stays, ...mine.filter((one) => !before.includes(one) && !stays.includes(one))];
}

/** Why some are left after sending, as a sentence for people. `ran`: whether this tab sent them, and no other one. */
export function whyLeft(left: readonly Unsent[], ran: boolean, waits?: 'offline' | 'signed out'): string {
  if (left.some(({ refused }) => refused !== undefined)) {
    return 'The server refused some of these: stay signed in, and the note at the bottom of the page shows why.';
  }
  if (left.some(({ failed }) => failed !== undefined)) {
    return 'Something went wrong on the server, so some of these will be sent again in a few minutes.';
  }
  if (!ran) return 'Another tab is sending these, so try again in a moment.';
  if (waits === 'signed out') return 'You’re already signed out, so sign in again to send these.';
  return `The server can’t be reached, so ${left.length === 1 ? 'one thing isn’t' : `${left.length} things aren’t`} sent yet.`;
}

/** The server knows a call that comes again for 30 days, and a picture that no note shows yet stays as long. */
const surelyOnceMs = 29 * 24 * 60 * 60_000;

/**
 * The answer to what waited for so long that sending it may do something twice, or show pictures that are gone: whoever did
 * it decides. Undefined for all else.
 */
export function askedFirst({ at, call }: Unsent, now: Date): Failure | undefined {
  if (now.getTime() - Date.parse(at) < surelyOnceMs) return undefined;
  const doubles = call.headers?.['Idempotency-Key'] !== undefined;
  const shows = JSON.stringify(call.body ?? '').includes('/pictures/');
  if (!doubles && !shows) return undefined;
  const may = [doubles && 'it may have been saved already', shows && 'pictures in it may be gone'].filter(Boolean);
  const detail = `This has waited for a month: ${may.join(', and ')}. Look before you try again.`;
  return { ok: false, status: 409, problem: { title: 'Not sent', detail } };
}

type Failure = Extract<Answered, { ok: false }> & { retryAfter?: number };

type Answered =
  | { ok: true; data: unknown }
  | {
      ok: false;
      status: number;
      problem: { title: string; detail: string; current?: unknown; errors?: readonly { message: string }[] };
    };

/**
 * What became of one: `later` where the server could not take anything now, `failed` where it failed at this one, `signed
 * out` where nobody is signed in.
 */
export type Outcome = { is: 'sent' | 'later' | 'signed out' } | { is: 'refused' | 'failed'; why: string };

const laterStatuses = new Set([0, 408, 429, 502, 503, 504]);

export function outcomeOf({ call }: Unsent, answer: Answered): Outcome {
  if (answer.ok) return refusedInPart(answer.data);
  const { status, problem } = answer;
  if (laterStatuses.has(status)) return { is: 'later' };
  if (status === 401) return { is: 'signed out' };
  if (call.method === 'DELETE' && (status === 404 || status === 410)) return { is: 'sent' };
  // An answer that was lost: what was sent stands there.
  if (status === 409 && saysAll(problem.current, call.body)) return { is: 'sent' };
  const [general] = problem.errors ?? [];
  return { is: status >= 500 ? 'failed' : 'refused', why: general?.message ?? (problem.detail || problem.title) };
}

/** An action on many says of each why it was not done. */
function refusedInPart(data: unknown): Outcome {
  const refused = (data as { refused?: readonly { reason: string }[] } | undefined)?.refused ?? [];
  const [first] = refused;
  return first ? { is: 'refused', why: first.reason } : { is: 'sent' };
}

/** Whether a note says what was sent to change it, but for the revision. */
function saysAll(current: unknown, sent: unknown): boolean {
  if (typeof current !== 'object' || current === null || typeof sent !== 'object' || sent === null) return false;
  return Object.entries(sent).every(
    ([name, value]) => name === 'rev' || same((current as Record<string, unknown>)[name], value),
  );
}

/** What is empty, and what is not there, say the same. */
const same = (one: unknown, other: unknown) => JSON.stringify(one || null) === JSON.stringify(other || null);

/** After so long it is tried again: longer each time, a little apart for each device. */
export function pauseAfter(failures: number, random: number, retryAfter = 0): number {
  return Math.max(retryAfter * 1000, Math.min(300_000, 5000 * 2 ** Math.min(failures, 10)) * (0.75 + random / 2));
}
