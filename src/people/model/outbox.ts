/** A change that a person made and the server has not received yet. */
export interface Unsent {
  /** Sorts in the order in which the changes were made. */
  id: string;
  /** ISO 8601. */
  at: string;
  /** What it is, in words for people. */
  words: string;
  /** What it changes: one id or several. */
  about: string | readonly string[];
  /** The only part that it changes. Changes of different parts need no order; without a part, it changes everything. */
  part?: 'note' | 'reading' | 'highlights' | 'collections';
  call: {
    method: 'POST' | 'PATCH' | 'PUT' | 'DELETE';
    path: string;
    body?: unknown;
    headers?: Record<string, string>;
  };
  /**
   * The values that the person saw before the change: a merge needs them to tell this change from changes made elsewhere.
   */
  base?: object;
  /** A later change with the same value contains all of this one and replaces it. */
  replaces?: string;
  /** The id of the change it was made from: it replaces only that one, and with null none. */
  goesOn?: string | null;
  /** Where the person can view and edit it. */
  edit?: string;
  /** The values of the form that it was typed into. */
  typed?: object;
  /** A text that no form holds any more: the person can copy it if the server refuses it. */
  text?: string;
  /** A call to make once this is sent. It may fail. */
  then?: Unsent['call'];
  /** Why the server refused it, in the server's words. */
  refused?: string;
  /** The server's message when it failed at it. It will be sent again. */
  failed?: string;
}

export type NewUnsent = Omit<Unsent, 'id' | 'at' | 'refused' | 'failed'>;

/** Whether two change the same thing: then they are sent in order, and one waits for the other. */
export function changeSameThing(one: NewUnsent, other: NewUnsent): boolean {
  if (one.part !== undefined && other.part !== undefined && one.part !== other.part) return false;
  const ids = new Set([one.about].flat());
  return [other.about].flat().some((id) => ids.has(id));
}

/**
 * The change that a new one replaces: the last one that it contains, and exactly the one that it was made from if `goesOn`
 * names it. It takes that one's place, refused or not, unless something else was done to the same thing since: then it
 * comes after that.
 */
export function replacedBy(
  next: NewUnsent,
  waiting: readonly Unsent[],
): { before: Unsent; inPlace: boolean } | undefined {
  if (next.replaces === undefined) return undefined;
  const same = waiting.filter((one) => changeSameThing(one, next));
  const { replaces, goesOn } = next;
  const before = same.findLast((one) => one.replaces === replaces && (goesOn === undefined || goesOn === one.id));
  if (!before) return undefined;
  const since = same.slice(same.indexOf(before) + 1);
  return { before, inPlace: since.every((one) => one.replaces === replaces) };
}

/**
 * The next one to send: the oldest that was not refused or `skipped` and for which no earlier one of the same thing waits.
 */
export function dueOf(waiting: readonly Unsent[], skipped: ReadonlySet<string> = new Set()): Unsent | undefined {
  return waiting.find(
    (one, at) =>
      one.refused === undefined &&
      !skipped.has(one.id) &&
      !waiting.slice(0, at).some((earlier) => changeSameThing(earlier, one)),
  );
}

/**
 * Waiting changes of a note that were made from the `sent` one, or on the revision before the one in the answer: they are
 * rebased onto that. A change made in parallel does not contain the sent one, and is merged with it instead.
 */
export function changesToRebase(sent: string, data: unknown, waiting: readonly Unsent[]): Unsent[] {
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
 * The call that makes both changes of a note, if somebody else, or the same person elsewhere, changed other parts of it;
 * undefined if both changed the same part. Lists are merged by what either side added or removed. A change of visibility is
 * never merged: a text written for few must not be shown to more without asking.
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

/**
 * Sends a change and returns the answer. If a note was changed meanwhile, the change is merged and sent again, unless both
 * changed the same part.
 */
export async function sendMerged<Given extends Answered>(
  one: NewUnsent,
  send: (call: Unsent['call']) => Promise<Given>,
): Promise<Given> {
  const answer = await send(one.call);
  const merged = answer.ok || answer.status !== 409 ? undefined : mergedCall(one, answer.problem.current);
  return merged ? send(merged) : answer;
}

function mergedLists(mine: unknown[], before: unknown[], current: unknown[]): unknown[] {
  const kept = current.filter((one) => mine.includes(one) || !before.includes(one));
  return [...kept, ...mine.filter((one) => !before.includes(one) && !kept.includes(one))];
}

/** Why some are left after sending, as a sentence for people. `ran`: whether this tab did the sending. */
export function unsentReason(left: readonly Unsent[], ran: boolean, waits?: 'offline' | 'signed out'): string {
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

const dayMs = 24 * 60 * 60_000;
/** The server recognises a repeated call for 30 days, and keeps a picture that no note shows for as long. */
const surelyOnceMs = 29 * dayMs;

/**
 * The failure of a change that is so old that sending it may do something twice, or refer to deleted pictures: the person
 * decides. Undefined for all others.
 */
export function expiredFailure({ at, call }: Unsent, now: Date): Failure | undefined {
  const age = now.getTime() - Date.parse(at);
  // The clock was ahead when it was kept, so that its age is unknown.
  const isUnknown = age < -dayMs;
  if (!isUnknown && age < surelyOnceMs) return undefined;
  const doubles = call.headers?.['Idempotency-Key'] !== undefined;
  const shows = JSON.stringify(call.body ?? '').includes('/pictures/');
  if (!doubles && !shows) return undefined;
  const may = [doubles && 'it may have been saved already', shows && 'pictures in it may be gone'].filter(Boolean);
  const waited = isUnknown
    ? 'may have waited a long time, since this device’s clock was changed'
    : 'has waited for a month';
  const detail = `This ${waited}: ${may.join(', and ')}. Check before you try again.`;
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
 * The result of sending one: `later` if the server could take nothing, `failed` if it failed at this one, `signed out` if
 * nobody is signed in.
 */
export type Outcome = { is: 'sent' | 'later' | 'signed out' } | { is: 'refused' | 'failed'; why: string };

const laterStatuses = new Set([0, 408, 429, 502, 503, 504]);

export function outcomeOf({ call }: Unsent, answer: Answered): Outcome {
  if (answer.ok) return refusedInPart(answer.data);
  const { status, problem } = answer;
  if (laterStatuses.has(status)) return { is: 'later' };
  if (status === 401) return { is: 'signed out' };
  if (call.method === 'DELETE' && (status === 404 || status === 410)) return { is: 'sent' };
  // The earlier answer was lost: the note has the sent change already.
  if (status === 409 && saysAll(problem.current, call.body)) return { is: 'sent' };
  const [general] = problem.errors ?? [];
  return { is: status >= 500 ? 'failed' : 'refused', why: general?.message ?? (problem.detail || problem.title) };
}

/** The answer to an action on many gives the reason for each refusal. */
function refusedInPart(data: unknown): Outcome {
  const refused = (data as { refused?: readonly { reason: string }[] } | undefined)?.refused ?? [];
  const [first] = refused;
  return first ? { is: 'refused', why: first.reason } : { is: 'sent' };
}

/** Whether a note already has the values that were sent, ignoring the revision. */
function saysAll(current: unknown, sent: unknown): boolean {
  if (typeof current !== 'object' || current === null || typeof sent !== 'object' || sent === null) return false;
  return Object.entries(sent).every(
    ([name, value]) => name === 'rev' || same((current as Record<string, unknown>)[name], value),
  );
}

/** Empty and missing values are equal. */
const same = (one: unknown, other: unknown) => JSON.stringify(one || null) === JSON.stringify(other || null);

/** How long to wait before the next attempt in milliseconds: longer each time, and slightly different on each device. */
export function pauseAfter(failures: number, random: number, retryAfter = 0): number {
  return Math.max(retryAfter * 1000, Math.min(300_000, 5000 * 2 ** Math.min(failures, 10)) * (0.75 + random / 2));
}
