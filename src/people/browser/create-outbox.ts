import { unanswered, type Answer, type Failure } from '../../platform/browser/api.ts';
import type { DeviceFiles } from '../../platform/browser/device-database.ts';
import { device, stored } from '../../platform/browser/device-storage.ts';
import { unsentKey } from '../../platform/model/offline.ts';
import {
  expiredFailure,
  dueOf,
  changesToRebase,
  changeSameThing,
  outcomeOf,
  pauseAfter,
  replacedBy,
  sendMerged,
  type NewUnsent,
  type Unsent,
} from '../model/outbox.ts';
import type { SessionStore } from './session.ts';

/** What waits on this device to be sent, and why, if known. */
export type OutboxState = {
  readonly unsent: readonly Unsent[];
  readonly sending: boolean;
  readonly waits?: 'offline' | 'signed out';
};

type Dependencies = {
  open: (owner: string, onRemoved: () => void) => Promise<DeviceFiles>;
  send: (call: Unsent['call']) => Promise<Answer<unknown>>;
  session: Pick<SessionStore, 'fetch' | 'person'>;
  /** Runs work under a lock that all tabs share; with `ifFree`, not at all if another tab holds it. */
  alone: (name: string, run: () => Promise<void>, ifFree?: boolean) => Promise<void>;
  after: (ms: number, run: () => void) => unknown;
  now: () => Date;
  /** Called when something was kept for this person. */
  onKept: (owner: string) => void;
};

/**
 * What a person did while the server could not be reached, in order, in their database on this device. One tab at a time
 * sends it when the server answers again. Anything that the server refuses stays until the person has seen it.
 */
export function createOutbox(deps: Dependencies, storage = device) {
  const listeners = new Set<() => void>();
  const opened = new Map<string, Promise<DeviceFiles>>();
  let state: OutboxState = { unsent: [], sending: false };
  let failures = 0;
  let timed = false;

  /** `change` makes every write a change, which other tabs notice. */
  const countOf = (owner: string) =>
    stored(unsentKey(owner), (kept) => kept as { count: number; change: string }, storage);
  const setCount = (owner: string, count: number) =>
    countOf(owner).set(count > 0 ? { count, change: crypto.randomUUID() } : undefined);
  function show(next: OutboxState) {
    state = next;
    for (const listener of listeners) listener();
  }

  async function filesOf(owner: string): Promise<DeviceFiles> {
    const files = opened.get(owner) ?? deps.open(owner, () => opened.delete(owner));
    opened.set(owner, files);
    files.catch(() => opened.delete(owner));
    return files;
  }

  /** Call it only while no tab is writing: then the count agrees with the database. */
  async function read(owner: string): Promise<Unsent[]> {
    const files = await (await filesOf(owner)).all('');
    const unsent = files.map((file) => JSON.parse(new TextDecoder().decode(file)) as Unsent);
    if (unsent.length !== (countOf(owner).get()?.count ?? 0)) setCount(owner, unsent.length);
    show({ ...state, unsent });
    return unsent;
  }

  /**
   * Writes some and removes others as one change. The count is written first: a tab closed in between leaves a count that
   * is too high, which the next read corrects, and never an entry that nobody looks for.
   */
  async function write(owner: string, kept: readonly Unsent[], removed: readonly string[]): Promise<void> {
    const encode = (one: Unsent) => new TextEncoder().encode(JSON.stringify(one));
    const files = await filesOf(owner);
    const count = (countOf(owner).get()?.count ?? 0) + kept.length;
    if (!setCount(owner, count)) throw new Error('This device keeps no count.');
    await files.write(new Map(kept.map((one) => [one.id, encode(one)])), removed);
    await read(owner);
  }

  const changing = (owner: string, change: (waiting: Unsent[]) => Promise<void>) =>
    deps.alone('change', async () => change(await read(owner)));

  /** Everything that waits, oldest first, once no tab is writing. */
  async function load(owner: string): Promise<Unsent[]> {
    let unsent: Unsent[] = [];
    await changing(owner, async (waiting) => void (unsent = waiting));
    return unsent;
  }

  function flushLater(owner: string, retryAfter?: number) {
    if (timed) return;
    timed = true;
    deps.after(pauseAfter(failures, Math.random(), retryAfter), () => {
      timed = false;
      void flush(owner);
    });
    failures += 1;
  }

  /**
   * Sends what waits, oldest first, until something has to wait. Only if the server has confirmed who is signed in. False
   * if another tab is sending.
   */
  async function flush(owner: string): Promise<boolean> {
    let ran = false;
    await deps.alone(
      'send',
      async () => {
        ran = true;
        if (!dueOf(await load(owner))) return;
        const { user, unsure } = await deps.session.fetch({ force: true, certain: true });
        if (unsure) flushLater(owner);
        if (unsure || user?.id !== owner) return show({ ...state, waits: unsure ? 'offline' : 'signed out' });
        show({ unsent: state.unsent, sending: true });
        // A failure of the server delays only changes of the same thing.
        const skipped = new Set<string>();
        while (await sendNext(owner, skipped));
        if (skipped.size > 0) flushLater(owner);
        show({ ...state, sending: false });
      },
      true,
    );
    return ran;
  }

  /** Sends the next one. Returns whether there may be more to send. */
  async function sendNext(owner: string, skipped: Set<string>): Promise<boolean> {
    const next = dueOf(await load(owner), skipped);
    if (!next) return false;
    const answer = expiredFailure(next, deps.now()) ?? (await sendMerged(next, deps.send));
    const outcome = outcomeOf(next, answer);
    if (outcome.is === 'later' || outcome.is === 'signed out') {
      show({ ...state, waits: outcome.is === 'later' ? 'offline' : 'signed out' });
      if (outcome.is === 'later') flushLater(owner, answer.ok ? undefined : answer.retryAfter);
      return false;
    }
    if (outcome.is === 'failed') skipped.add(next.id);
    else failures = 0;
    await changing(owner, async (waiting) => {
      // If it was changed or dropped while it was being sent, the stored one is not what the server has.
      const isSame = JSON.stringify(waiting.find(({ id }) => id === next.id)) === JSON.stringify(next);
      if (outcome.is === 'sent') {
        const others = waiting.filter(({ id }) => !isSame || id !== next.id);
        await write(owner, answer.ok ? changesToRebase(next.id, answer.data, others) : [], isSame ? [next.id] : []);
        // Entries of earlier builds do not name the version of the draft, and a draft typed elsewhere since must stay.
        if (isSame && next.then?.path.includes('?version=')) void deps.send(next.then);
      } else if (isSame && 'why' in outcome) await write(owner, [{ ...next, [outcome.is]: outcome.why }], []);
    });
    return true;
  }

  /** Stores something to be sent later. False if the device has no room, or stores nothing. */
  async function keep(owner: string, next: NewUnsent): Promise<boolean> {
    try {
      await changing(owner, async (waiting) => {
        const { before, inPlace = false } = replacedBy(next, waiting) ?? {};
        const now = deps.now();
        // After everything that waits, even if the clock was set back since.
        const last = Math.max(Number(waiting.at(-1)?.id.slice(0, 15) ?? 0) + 1, now.getTime());
        const place = before && inPlace ? before.id.slice(0, 15) : String(last).padStart(15, '0');
        const at = before && inPlace && before.refused === undefined ? before.at : now.toISOString();
        await write(owner, [{ ...next, id: `${place}-${crypto.randomUUID()}`, at }], before ? [before.id] : []);
      });
    } catch {
      return false;
    }
    failures = 0;
    flushLater(owner);
    return true;
  }

  /** Removes one without sending it. */
  const drop = (owner: string, id: string) => changing(owner, () => write(owner, [], [id]));

  /** What waits to be sent for the person here; nothing if this device stores nothing. */
  async function unsentNow(): Promise<readonly Unsent[]> {
    const owner = deps.session.person;
    if (owner === undefined || storage.read(unsentKey(owner)) === undefined) return [];
    return load(owner).catch(() => []);
  }

  /**
   * Makes a call, or keeps it on this device for later if the server cannot be reached or changes of the same thing already
   * wait. The failure then has `kept`.
   */
  async function sendOrKeep<T>(next: NewUnsent): Promise<Answer<T>> {
    const owner = deps.session.person;
    const waiting = (await unsentNow()).filter((one) => changeSameThing(one, next));
    const replaced = replacedBy(next, waiting);
    // It waits for earlier ones, unless it replaces all of them.
    const waits = replaced?.inPlace ? waiting[0] !== replaced.before : waiting.length > (replaced ? 1 : 0);
    const answer = waits ? unanswered : ((await sendMerged(next, deps.send)) as Answer<T>);
    if (answer.ok && replaced && owner !== undefined) await drop(owner, replaced.before.id);
    if (answer.ok || answer.status !== 0 || owner === undefined) return answer;
    if (!(await keep(owner, next))) return notKept;
    deps.onKept(owner);
    if (waits && navigator.onLine) void flush(owner);
    return waits ? keptBehind : keptOffline;
  }

  return {
    getSnapshot: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    load,
    flush,
    keep,
    drop,
    unsentNow,
    sendOrKeep,
    /** Sends one again that was refused. */
    async retry(owner: string, id: string): Promise<void> {
      await changing(owner, async (waiting) => {
        const found = waiting.find((one) => one.id === id);
        if (!found) return;
        const { refused: _, failed: __, ...again } = found;
        await write(owner, [{ ...again, at: deps.now().toISOString() }], []);
      });
      await flush(owner);
    },
  };
}

const keptHere = (detail: string): Failure => ({
  ...unanswered,
  kept: true,
  problem: { title: 'Kept on this device', detail },
});
const keptOffline = keptHere('You’re offline. This is safe on this device and will be sent as soon as you’re back.');
const keptBehind = keptHere(
  'An earlier change to this is still waiting. This one is safe on this device and will be sent after it.',
);
const notKept: Failure = {
  ...unanswered,
  problem: {
    title: 'Not saved',
    detail:
      'The server can’t be reached, and this device can’t store it for later. Nothing was changed, and what you typed is still here. Try again when you’re online.',
  },
};
