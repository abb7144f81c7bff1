import { describe, expect, test } from 'vitest';
import type { Answer } from '../../../src/platform/browser/api.ts';
import type { Unsent } from '../../../src/people/model/outbox.ts';
import { newChange, deviceWithOutbox } from '../../support/unsent.ts';

const offline: Answer<unknown> = { ok: false, status: 0, problem: { title: 'No connection', detail: '' } };
const stale: Answer<unknown> = { ok: false, status: 409, problem: { title: 'Conflict', detail: 'It was changed.' } };

describe('an outbox', () => {
  test('sends queued writes in order and is empty afterwards', async () => {
    const { outbox, sent, texts, counted } = deviceWithOutbox([]);
    for (const about of ['a', 'b', 'c']) expect(await outbox.keep('ada', newChange(about))).toBe(true);
    expect(counted()).toBe(3);
    await outbox.flush('ada');
    expect(sent).toEqual(['/api/a', '/api/b', '/api/c']);
    expect([outbox.getSnapshot().unsent, texts.has('commonplace:unsent:ada')]).toEqual([[], false]);
  });

  test('keeps the order of the writes even if the clock is set back and the page reloaded', async () => {
    let hour = 12;
    const { outbox, again, sent } = deviceWithOutbox([], { now: () => new Date(2026, 10, 24, hour--) });
    await outbox.keep('ada', newChange('a'));
    await again().keep('ada', newChange('b'));
    await outbox.flush('ada');
    expect(sent).toEqual(['/api/a', '/api/b']);
  });

  test('stops when the server is unreachable, and resumes there later', async () => {
    const { outbox, sent, later } = deviceWithOutbox([{ ok: true, data: {} }, offline]);
    await outbox.keep('ada', newChange('a'));
    await outbox.keep('ada', newChange('b'));
    await outbox.flush('ada');
    expect(outbox.getSnapshot()).toMatchObject({ sending: false, waits: 'offline', unsent: [{ about: 'b' }] });
    expect(later.length).toBeGreaterThan(0);
    await outbox.flush('ada');
    expect(sent).toEqual(['/api/a', '/api/b', '/api/b']);
  });

  test('keeps a refused write with the reason, sends the rest, and retries it on request', async () => {
    const { outbox, sent } = deviceWithOutbox([stale]);
    await outbox.keep('ada', newChange('a', { typed: { fields: {} } }));
    await outbox.keep('ada', newChange('b'));
    await outbox.flush('ada');
    const [left] = outbox.getSnapshot().unsent;
    expect(left).toMatchObject({ about: 'a', refused: 'It was changed.', typed: { fields: {} } });
    await outbox.retry('ada', left?.id ?? '');
    expect(sent).toEqual(['/api/a', '/api/b', '/api/a']);
    expect(outbox.getSnapshot().unsent).toEqual([]);
  });

  test('asks before it sends writes that may be too old for the server to recognise, and sends them on request', async () => {
    let today = new Date('2026-11-24T00:00:00.000Z');
    const { outbox, sent } = deviceWithOutbox([], { now: () => today });
    const post = (about: string) =>
      newChange(about, { replaces: 'note', call: { ...made(about), headers: { 'Idempotency-Key': about } } });
    const made = (about: string) => ({ method: 'POST' as const, path: `/api/${about}` });
    const shows = { method: 'PATCH' as const, path: '/api/shows', body: { body: '![](/pictures/00-960.webp)' } };
    await outbox.keep('ada', post('old'));
    await outbox.keep('ada', newChange('shows', { call: shows }));
    await outbox.keep('ada', newChange('changed'));
    today = new Date('2026-12-20T00:00:00.000Z');
    // Replacing an unsent write keeps its key, which the server may have seen at the first try.
    await outbox.keep('ada', post('old'));
    await outbox.keep('ada', post('typed on'));
    await outbox.keep('ada', post('young'));
    today = new Date('2026-12-24T00:00:00.000Z');
    await outbox.keep('ada', post('typed on'));
    await outbox.flush('ada');
    expect(sent).toEqual(['/api/changed', '/api/typed on', '/api/young']);
    const whys = outbox.getSnapshot().unsent.map(({ id, refused }) => [id, refused ?? ''] as const);
    expect(whys.map(([, why]) => why)).toEqual([
      'This has waited for a month: it may have been saved already. Check before you try again.',
      'This has waited for a month: pictures in it may be gone. Check before you try again.',
    ]);
    for (const [id] of whys) await outbox.retry('ada', id);
    expect(sent.slice(3)).toEqual(['/api/old', '/api/shows']);
    expect(outbox.getSnapshot().unsent).toEqual([]);
  });

  test('also asks if the clock was ahead when a write was queued, except by the second that clock corrections take', async () => {
    let today = new Date('2028-01-01T00:00:00.000Z');
    const { outbox, sent } = deviceWithOutbox([], { now: () => today });
    const post = (about: string) => {
      const call = { method: 'POST', path: `/api/${about}`, headers: { 'Idempotency-Key': about } } as const;
      return newChange(about, { replaces: 'note', call });
    };
    await outbox.keep('ada', post('ahead'));
    today = new Date('2026-11-24T00:00:01.000Z');
    await outbox.keep('ada', post('corrected'));
    today = new Date('2026-11-24T00:00:00.000Z');
    await outbox.flush('ada');
    expect(sent).toEqual(['/api/corrected']);
    expect(outbox.getSnapshot().unsent.map(({ refused }) => refused)).toEqual([
      'This may have waited a long time, since this device’s clock was changed: it may have been saved already. Check before you try again.',
    ]);
  });

  test('sends nothing for another person, or while nobody is signed in', async () => {
    for (const user of ['ben', null]) {
      const { outbox, sent } = deviceWithOutbox([], { user });
      await outbox.keep('ada', newChange('a'));
      await outbox.flush('ada');
      expect([sent, outbox.getSnapshot().waits]).toEqual([[], 'signed out']);
    }
  });

  test('counts a write before it is stored and until it is removed, so that a closed tab never hides one', async () => {
    const { outbox, counts } = deviceWithOutbox([]);
    await outbox.keep('ada', newChange('a', { replaces: 'note' }));
    await outbox.keep('ada', newChange('a', { replaces: 'note' }));
    await outbox.keep('ada', newChange('b'));
    await outbox.flush('ada');
    for (const [counted, there] of counts) expect(counted).toBeGreaterThanOrEqual(Math.max(there, 1));
    expect(counts.length).toBeGreaterThan(0);
  });

  test('notifies other tabs of every change, and corrects a count that is too high', async () => {
    const { outbox, texts, counted } = deviceWithOutbox([]);
    await outbox.keep('ada', newChange('a', { replaces: 'note' }));
    const before = texts.get('commonplace:unsent:ada');
    await outbox.keep('ada', newChange('a', { replaces: 'note' }));
    expect(texts.get('commonplace:unsent:ada')).not.toBe(before);
    texts.set('commonplace:unsent:ada', JSON.stringify({ count: 5, change: '' }));
    await outbox.load('ada');
    expect(counted()).toBe(1);
  });

  test('a write that makes a note private waits for an earlier one that publishes it, and a new version waits for what came before', async () => {
    const { outbox, sent } = deviceWithOutbox([offline]);
    await outbox.sendOrKeep(newChange('a', { part: 'note', call: { method: 'POST', path: '/publish' } }));
    await outbox.sendOrKeep(
      newChange('', { about: ['b', 'a'], part: 'note', call: { method: 'POST', path: '/private' } }),
    );
    expect(await outbox.sendOrKeep(newChange('a', { part: 'reading' }))).toMatchObject({ ok: true });
    await outbox.flush('ada');
    expect(sent).toEqual(['/publish', '/api/a', '/publish', '/private']);
  });

  test('a new version is sent at once, although a reading list change is waiting, and replaces the refused one', async () => {
    const { outbox, sent } = deviceWithOutbox([stale]);
    const edit = { part: 'note', replaces: 'note' } as const;
    await outbox.keep('ada', newChange('a', edit));
    await outbox.flush('ada');
    await outbox.keep('ada', newChange('a', { part: 'reading' }));
    expect(await outbox.sendOrKeep(newChange('a', edit))).toMatchObject({ ok: true });
    expect(outbox.getSnapshot().unsent).toMatchObject([{ part: 'reading' }]);
    expect(sent).toEqual(['/api/a', '/api/a']);
  });

  test('continues past a write that the server fails to process, reports it, and retries it', async () => {
    const failing: Answer<unknown> = { ok: false, status: 500, problem: { title: 'Error', detail: 'It broke.' } };
    const { outbox, sent, later } = deviceWithOutbox([failing]);
    for (const about of ['a', 'a', 'b']) await outbox.keep('ada', newChange(about));
    await outbox.flush('ada');
    expect(sent).toEqual(['/api/a', '/api/b']);
    expect(outbox.getSnapshot().unsent).toMatchObject([{ failed: 'It broke.' }, { about: 'a' }]);
    expect(later.length).toBeGreaterThan(0);
    await outbox.flush('ada');
    expect([sent.length, outbox.getSnapshot().unsent]).toEqual([4, []]);
  });

  test('a version written while the previous one was being sent continues from the resulting revision', async () => {
    const edit = (title: string, goesOn: string | null): Partial<Unsent> => ({
      part: 'note',
      replaces: 'note',
      goesOn,
      call: { method: 'PATCH', path: '/api/notes/a', body: { rev: 3, title } },
    });
    const { outbox, bodies } = deviceWithOutbox([{ ok: true, data: { note: { uuid: 'a', rev: 4 } } }], {
      underWay: () => outbox.keep('ada', newChange('a', edit('Two', outbox.getSnapshot().unsent[0]?.id ?? ''))),
    });
    await outbox.keep('ada', newChange('a', edit('One', null)));
    await outbox.flush('ada');
    expect(bodies).toEqual([
      { rev: 3, title: 'One' },
      { rev: 4, title: 'Two' },
    ]);
  });

  test.each(['without a network', 'with one'])(
    'edits of the same note in two tabs, the later %s, are both saved',
    async (how) => {
      const base = { title: 'Before', body: 'Before', visibility: 'private' };
      const edit = (mine: object): Partial<Unsent> => ({
        ...{ part: 'note', replaces: 'note', goesOn: null, base },
        call: { method: 'PATCH', path: '/api/notes/a', body: { rev: 5, ...base, ...mine } },
      });
      const first = { uuid: 'a', ...base, rev: 6, body: 'Mine' };
      const changed = { title: 'Conflict', detail: 'It was changed.', current: first };
      const { outbox, bodies } = deviceWithOutbox([
        ...(how === 'with one' ? [] : [offline]),
        { ok: true, data: { note: first } },
        { ok: false, status: 409, problem: changed },
      ]);
      if (how === 'with one') await outbox.keep('ada', newChange('a', edit({ body: 'Mine' })));
      else await outbox.sendOrKeep(newChange('a', edit({ body: 'Mine' })));
      const later = await outbox.sendOrKeep(newChange('a', edit({ title: 'Later' })));
      expect(later).toMatchObject({ kept: true });
      expect(outbox.getSnapshot().unsent).toHaveLength(2);
      await outbox.flush('ada');
      expect(bodies.at(-1)).toEqual({ rev: 6, title: 'Later', body: 'Mine', visibility: 'private' });
      expect(outbox.getSnapshot().unsent).toEqual([]);
    },
  );

  test('a changed version of a refused write is sent at once, even if a write of another tab is waiting behind it', async () => {
    const { outbox, sent } = deviceWithOutbox([stale, { ok: true, data: {} }]);
    const edit = (goesOn: string | null) => newChange('a', { part: 'note', replaces: 'note', goesOn });
    await outbox.keep('ada', edit(null));
    await outbox.flush('ada');
    const [refused] = outbox.getSnapshot().unsent;
    expect(await outbox.sendOrKeep(edit(null))).toMatchObject({ kept: true });
    expect(await outbox.sendOrKeep(edit(refused?.id ?? ''))).toMatchObject({ ok: true });
    expect(outbox.getSnapshot().unsent).toMatchObject([{ goesOn: null }]);
    expect(sent).toHaveLength(2);
  });

  test('says whether a write is waiting behind another one, or the server is unreachable', async () => {
    const { outbox } = deviceWithOutbox([offline]);
    const detailOf = async () => {
      const answer = await outbox.sendOrKeep(newChange('a'));
      return answer.ok ? '' : answer.problem.detail;
    };
    expect(await detailOf()).toContain('You’re offline');
    expect(await detailOf()).toContain('is still waiting');
  });

  test('reports that a full device cannot store a write', async () => {
    const { outbox } = deviceWithOutbox([], { full: true });
    expect(await outbox.keep('ada', newChange('a'))).toBe(false);
  });

  test('a write that is changed while it is being sent is sent again', async () => {
    const device = deviceWithOutbox([]);
    const { outbox, sent } = device;
    await outbox.keep('ada', newChange('a', { replaces: 'note' }));
    const flushing = outbox.flush('ada');
    await outbox.keep('ada', newChange('a', { replaces: 'note', words: 'Another text' }));
    await flushing;
    await outbox.flush('ada');
    expect(sent.length).toBeGreaterThanOrEqual(1);
    expect(outbox.getSnapshot().unsent).toEqual([]);
  });
});
