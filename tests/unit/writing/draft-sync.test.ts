import { expect, test } from 'vitest';
import type { Answer } from '../../../src/platform/browser/api.ts';
import { createDraftSync, type DraftNews } from '../../../src/writing/browser/draft-sync.ts';
import { fieldsFromQuery, fingerprintOf } from '../../../src/writing/browser/note-fields.ts';
import { manualClock } from '../../support/browser/hand-clock.ts';

const typed = (title: string) => ({ fields: { ...fieldsFromQuery(''), title } });

/** A server that returns the responses queued in `answers`, or else the next version. */
function setUp(start = 0, before?: string) {
  const clock = manualClock();
  const sent: [number, string][] = [];
  const news: DraftNews[] = [];
  const answers: Answer<{ version: number; tags: string[] }>[] = [];
  const dropped: number[] = [];
  const sync = createDraftSync(
    start,
    {
      put: async (version, { fields }) => {
        sent.push([version, fields.title]);
        return answers.shift() ?? { ok: true, data: { version: version + 1, tags: [...fields.tags] } };
      },
      drop: async (version) => void dropped.push(version),
      after: (ms, run) => clock.after(ms, run),
      tell: (one) => void (one.at !== 'sending' && news.push(one)),
    },
    before,
  );
  const pass = async (ms: number) => {
    clock.pass(ms);
    // Responses take a few microtasks to arrive.
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  return { sync, sent, news, answers, pass, clock, dropped };
}

test('the last text typed within a few seconds is sent, based on the previous version', async () => {
  const { sync, sent, news, pass, clock } = setUp();
  for (const title of ['A', 'Ab', 'Abc']) sync.keep(typed(title));
  clock.pass(2999);
  expect(sent).toEqual([]);
  await pass(1);
  sync.keep(typed('Abcd'));
  await pass(3000);
  expect(sent).toEqual([
    [0, 'Abc'],
    [1, 'Abcd'],
  ]);
  expect(news.at(-1)).toEqual({ at: 'server', version: 2 });
});

test('a failed save is retried with the latest text', async () => {
  const { sync, sent, news, answers, pass } = setUp(4);
  answers.push({ ok: false, status: 0, problem: { title: 'No connection', detail: '' } });
  sync.keep(typed('A'));
  await pass(3000);
  expect(news).toEqual([]);
  await pass(3000);
  expect(sent).toHaveLength(1);
  await pass(12_000);
  expect(sent).toEqual([
    [4, 'A'],
    [4, 'A'],
  ]);
});

test('after a conflict nothing is sent until it is decided which version to continue', async () => {
  const { sync, sent, news, answers, pass } = setUp(1);
  const current = { version: 7, ...typed('Theirs') };
  answers.push({ ok: false, status: 409, problem: { title: 'Conflict', detail: '', current } });
  sync.keep(typed('Mine'));
  await pass(3000);
  expect(news).toEqual([{ at: 'elsewhere', current }]);
  sync.keep(typed('Mine, more'));
  await pass(9000);
  expect(sent).toHaveLength(1);
  sync.goOn(7);
  await pass(3000);
  expect(sent.at(-1)).toEqual([7, 'Mine, more']);
});

const lost: Answer<never> = { ok: false, status: 0, problem: { title: 'No connection', detail: '' } };

test('a saved draft whose response was lost is not a conflict', async () => {
  const { sync, sent, news, answers, pass } = setUp(1);
  const current = { version: 2, ...typed('Mi') };
  answers.push(lost, lost, { ok: false, status: 409, problem: { title: 'Conflict', detail: '', current } });
  for (const title of ['Mi', 'Min', 'Mine']) {
    sync.keep(typed(title));
    await pass(15_000);
  }
  await pass(15_000);
  expect(news.filter(({ at }) => at === 'elsewhere')).toEqual([]);
  expect(sent).toEqual([
    [1, 'Mi'],
    [1, 'Min'],
    [1, 'Mine'],
    [2, 'Mine'],
  ]);
});

test('a draft sent before the page was reloaded is not a conflict either', async () => {
  const current = { version: 2, ...typed('Mi') };
  const { sync, sent, news, answers, pass } = setUp(1, fingerprintOf(current.fields));
  answers.push({ ok: false, status: 409, problem: { title: 'Conflict', detail: '', current } });
  sync.keep(typed('Mine'));
  await pass(3000);
  await pass(15_000);
  expect(news.map(({ at }) => at)).not.toContain('elsewhere');
  expect(sent.at(-1)).toEqual([2, 'Mine']);
});

test('a draft that is still being sent when its note is saved is deleted, even if its response is lost', async () => {
  const { sync, answers, dropped } = setUp();
  answers.push(lost);
  sync.keep(typed('A'));
  const sending = sync.flush();
  expect(sync.upTo()).toBe(1);
  await sync.clear();
  await sending;
  expect(dropped).toEqual([1]);
});

test('a draft that may have been stored without a response is deleted as well', async () => {
  const { sync, answers, pass, dropped } = setUp();
  answers.push(lost);
  sync.keep(typed('A'));
  await pass(3000);
  expect(sync.upTo()).toBe(1);
  await sync.clear();
  expect(dropped).toEqual([1]);
});

test('another tab’s draft that nobody has decided on survives saving this one', async () => {
  const { sync, answers, pass, dropped } = setUp(2);
  const current = { id: 'new-1', version: 4, savedAt: '2026-11-20T10:00:00.000Z', ...typed('Theirs') };
  answers.push({ ok: false, status: 409, problem: { title: 'Conflict', detail: '', current } });
  sync.keep(typed('Mine'));
  await pass(3000);
  expect(sync.upTo()).toBeUndefined();
  await sync.clear();
  expect(dropped).toEqual([]);
  sync.goOn(4);
  sync.keep(typed('Mine'));
  await pass(3000);
  await sync.clear();
  expect(dropped).toEqual([5]);
});

test('a draft is deleted once after its note was saved, and later text starts a new one', async () => {
  const { sync, sent, pass, dropped } = setUp();
  await sync.clear();
  expect(dropped).toEqual([]);
  sync.keep(typed('A'));
  await pass(3000);
  sync.keep(typed('Ab'));
  expect(sync.upTo()).toBe(1);
  await sync.clear();
  expect(dropped).toEqual([1]);
  await pass(3000);
  expect(sent).toHaveLength(1);
  sync.keep(typed('B'));
  await pass(3000);
  expect(sent.at(-1)).toEqual([0, 'B']);
});

test('tags renamed elsewhere are reported with their new names, and a response lost before is not a conflict', async () => {
  const { sync, sent, news, answers, pass } = setUp(1);
  const tagged = (title: string, tags: string[]) => ({ fields: { ...typed(title).fields, tags } });
  answers.push({ ok: true, data: { version: 3, tags: ['site'] } });
  sync.keep(tagged('A', ['web']));
  await pass(3000);
  expect(news).toEqual([{ at: 'server', version: 3, renamed: { from: ['web'], to: ['site'] } }]);

  answers.push({ ok: false, status: 0, problem: { title: 'No connection', detail: '' } });
  sync.keep(tagged('B', ['site']));
  await pass(3000);
  const current = { version: 5, ...tagged('B', ['page']), renamed: [{ version: 4, tags: ['site'] }] };
  answers.push({ ok: false, status: 409, problem: { title: 'Conflict', detail: '', current } });
  sync.keep(tagged('B, more', ['site']));
  await pass(15_000);
  expect(news.at(-1)).toEqual({ at: 'server', version: 4 });
  await pass(3000);
  expect(sent.slice(1)).toEqual([
    [3, 'B'],
    [3, 'B, more'],
    [4, 'B, more'],
  ]);
});
