import { describe, expect, test } from 'vitest';
import type { Answer } from '../../../src/platform/browser/api.ts';
import type { DeviceFiles } from '../../../src/platform/browser/device-database.ts';
import type { DeviceStorage } from '../../../src/platform/browser/device-storage.ts';
import { createOutbox } from '../../../src/people/browser/outbox.ts';
import {
  dueOf,
  outcomeOf,
  pauseAfter,
  replacedBy,
  type NewUnsent,
  type Unsent,
} from '../../../src/people/model/outbox.ts';

const done = (about: string, part: Partial<Unsent> = {}): NewUnsent => ({
  words: `Something with ${about}`,
  about,
  call: { method: 'PUT', path: `/api/${about}` },
  ...part,
});
let count = 0;
const waiting = (about: string, part: Partial<Unsent> = {}): Unsent => ({
  ...done(about, part),
  id: String(count++),
  at: '2026-11-24T00:00:00.000Z',
});

describe('the order of what waits', () => {
  test('is that in which it was done; what was refused holds only what is about the same', () => {
    const [refused, same, other] = [waiting('a', { refused: 'No.' }), waiting('a'), waiting('b')];
    expect(dueOf([waiting('c'), refused])?.about).toBe('c');
    expect(dueOf([refused, same, other])).toBe(other);
    expect(dueOf([refused, same])).toBeUndefined();
  });

  test('a later one takes the place of what it replaces, unless something was done to the same since', () => {
    const first = waiting('a', { replaces: 'note' });
    expect(replacedBy(done('a', { replaces: 'note' }), [first, waiting('b')])).toBe(first);
    expect(replacedBy(done('a', { replaces: 'note' }), [first, waiting('a')])).toBeUndefined();
    expect(replacedBy(done('a'), [first])).toBeUndefined();
  });
});

describe('what comes of an answer', () => {
  const refusing = (status: number, more: object = {}): Answer<unknown> => ({
    ok: false,
    status,
    problem: { title: 'Title', detail: 'Detail.', ...more },
  });

  test.each([0, 429, 500, 503])('%i is for later', (status) => {
    expect(outcomeOf(waiting('a'), refusing(status))).toEqual({ is: 'later' });
  });

  test('401 waits for signing in, and what was deleted elsewhere is deleted', () => {
    expect(outcomeOf(waiting('a'), refusing(401))).toEqual({ is: 'signed out' });
    const gone = waiting('a', { call: { method: 'DELETE', path: '/api/a' } });
    expect(outcomeOf(gone, refusing(404))).toEqual({ is: 'sent' });
    expect(outcomeOf(waiting('a'), refusing(404))).toEqual({ is: 'refused', why: 'Detail.' });
  });

  test('a stale revision is refused, unless what was sent stands there: only the answer was lost', () => {
    const body = { rev: 3, title: 'Mine', tags: ['one'] };
    const edit = waiting('a', { call: { method: 'PATCH', path: '/api/notes/a', body } });
    const stale = (title: string) => refusing(409, { current: { rev: 4, title, tags: ['one'], uuid: 'a' } });
    expect(outcomeOf(edit, stale('Theirs'))).toEqual({ is: 'refused', why: 'Detail.' });
    expect(outcomeOf(edit, stale('Mine'))).toEqual({ is: 'sent' });
  });

  test('an action on many that did nothing to one is refused with the reason', () => {
    const data = { done: [], refused: [{ uuid: 'a', reason: 'It is deleted.' }], undo: [] };
    expect(outcomeOf(waiting('a'), { ok: true, data })).toEqual({ is: 'refused', why: 'It is deleted.' });
    expect(outcomeOf(waiting('a'), { ok: true, data: undefined })).toEqual({ is: 'sent' });
  });

  test('pauses grow, end, and are never shorter than the server asks', () => {
    expect([pauseAfter(0, 0.5), pauseAfter(1, 0.5), pauseAfter(50, 0.5)]).toEqual([5000, 10_000, 300_000]);
    expect(pauseAfter(0, 0.5, 60)).toBe(60_000);
  });
});

/** A device with an outbox whose server answers what a test says. */
function someDevice(
  answers: Answer<unknown>[],
  { full = false, user = 'ada' }: { full?: boolean; user?: string | null } = {},
) {
  const files = new Map<string, Uint8Array>();
  const texts = new Map<string, string>();
  const sent: string[] = [];
  const later: (() => void)[] = [];
  const database: DeviceFiles = {
    read: async (names) => names.map((name) => files.get(name)),
    async write(written, removed) {
      if (full && written.size > 0) throw new DOMException('No room', 'QuotaExceededError');
      for (const name of removed) files.delete(name);
      for (const [name, file] of written) files.set(name, file);
    },
    all: async () => [...files].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, file]) => file),
    clear: async () => files.clear(),
  };
  const storage: DeviceStorage = {
    read: (key) => texts.get(key),
    write: (key, text) => (text === undefined ? texts.delete(key) || true : Boolean(texts.set(key, text))),
    keys: () => [...texts.keys()],
  };
  const person = user === null ? {} : { user: { id: user, handle: 'a', name: 'A', email: '' } };
  const outbox = createOutbox(
    {
      open: async () => database,
      send: async ({ path }) => {
        sent.push(path);
        return answers.shift() ?? { ok: true, data: undefined };
      },
      session: { fetch: async () => ({ ready: true, ...person }) },
      alone: async (_, run) => run(),
      after: (_, run) => void later.push(run),
      now: () => new Date('2026-11-24T00:00:00.000Z'),
    },
    storage,
  );
  return { outbox, sent, later, texts };
}

const offline: Answer<unknown> = { ok: false, status: 0, problem: { title: 'No connection', detail: '' } };
const stale: Answer<unknown> = { ok: false, status: 409, problem: { title: 'Conflict', detail: 'It was changed.' } };

describe('an outbox', () => {
  test('sends what was kept in its order, and is empty after it', async () => {
    const { outbox, sent, texts } = someDevice([]);
    for (const about of ['a', 'b', 'c']) expect(await outbox.keep('ada', done(about))).toBe(true);
    expect(texts.get('commonplace:unsent:ada')).toBe('3');
    await outbox.flush('ada');
    expect(sent).toEqual(['/api/a', '/api/b', '/api/c']);
    expect([outbox.getSnapshot().unsent, texts.has('commonplace:unsent:ada')]).toEqual([[], false]);
  });

  test('stops where the server cannot be reached, and goes on there later', async () => {
    const { outbox, sent, later } = someDevice([{ ok: true, data: {} }, offline]);
    await outbox.keep('ada', done('a'));
    await outbox.keep('ada', done('b'));
    await outbox.flush('ada');
    expect(outbox.getSnapshot()).toMatchObject({ sending: false, waits: 'offline', unsent: [{ about: 'b' }] });
    expect(later.length).toBeGreaterThan(0);
    await outbox.flush('ada');
    expect(sent).toEqual(['/api/a', '/api/b', '/api/b']);
  });

  test('keeps what is refused with the reason, sends the rest, and tries again when told to', async () => {
    const { outbox, sent } = someDevice([stale]);
    await outbox.keep('ada', done('a', { typed: { fields: {} } }));
    await outbox.keep('ada', done('b'));
    await outbox.flush('ada');
    const [left] = outbox.getSnapshot().unsent;
    expect(left).toMatchObject({ about: 'a', refused: 'It was changed.', typed: { fields: {} } });
    await outbox.retry('ada', left?.id ?? '');
    expect(sent).toEqual(['/api/a', '/api/b', '/api/a']);
    expect(outbox.getSnapshot().unsent).toEqual([]);
  });

  test('sends nothing for somebody else, or while nobody is signed in', async () => {
    for (const user of ['ben', null]) {
      const { outbox, sent } = someDevice([], { user });
      await outbox.keep('ada', done('a'));
      await outbox.flush('ada');
      expect([sent, outbox.getSnapshot().waits]).toEqual([[], 'signed out']);
    }
  });

  test('says that a full device keeps nothing', async () => {
    const { outbox } = someDevice([], { full: true });
    expect(await outbox.keep('ada', done('a'))).toBe(false);
  });

  test('what is changed while it is under way is sent again', async () => {
    const device = someDevice([]);
    const { outbox, sent } = device;
    await outbox.keep('ada', done('a', { replaces: 'note' }));
    const flushing = outbox.flush('ada');
    await outbox.keep('ada', done('a', { replaces: 'note', words: 'Another text' }));
    await flushing;
    await outbox.flush('ada');
    expect(sent.length).toBeGreaterThanOrEqual(1);
    expect(outbox.getSnapshot().unsent).toEqual([]);
  });
});
