import { expect, test } from 'vitest';
import type { Answer } from '../../../src/platform/browser/api.ts';
import { createDraftSync, type DraftNews } from '../../../src/writing/browser/draft-sync.ts';
import { fieldsFromQuery, markOf } from '../../../src/writing/browser/note-fields.ts';
import { handClock } from '../../support/browser/hand-clock.ts';

const typed = (title: string) => ({ fields: { ...fieldsFromQuery(''), title } });

/** A server that answers what `answers` says, or the next version. */
function setUp(start = 0, before?: string) {
  const clock = handClock();
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
    // What was answered is heard some turns later.
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  return { sync, sent, news, answers, pass, clock, dropped };
}

test('of what is typed within some seconds the last is sent, as the version after the one before', async () => {
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

test('what fails is sent again, or what was typed since', async () => {
  const { sync, sent, news, answers, pass } = setUp(4);
  answers.push({ ok: false, status: 0, problem: { title: 'No connection', detail: '' } });
  sync.keep(typed('A'));
  await pass(3000);
  expect(news).toMatchObject([{ at: 'device', failure: { status: 0 } }]);
  await pass(3000);
  expect(sent).toHaveLength(1);
  await pass(12_000);
  expect(sent).toEqual([
    [4, 'A'],
    [4, 'A'],
  ]);
});

test('after a change elsewhere nothing is sent until it is said from where to go on', async () => {
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

test('what was sent from here and kept, though the answer got lost, was not changed elsewhere', async () => {
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

test('what was sent before the page was loaded anew was not changed elsewhere either', async () => {
  const current = { version: 2, ...typed('Mi') };
  const { sync, sent, news, answers, pass } = setUp(1, markOf(current.fields));
  answers.push({ ok: false, status: 409, problem: { title: 'Conflict', detail: '', current } });
  sync.keep(typed('Mine'));
  await pass(3000);
  await pass(15_000);
  expect(news.map(({ at }) => at)).not.toContain('elsewhere');
  expect(sent.at(-1)).toEqual([2, 'Mine']);
});

test('what was on its way while it was saved, and whose answer gets lost, is taken away', async () => {
  const { sync, answers, dropped } = setUp();
  answers.push(lost);
  sync.keep(typed('A'));
  const sending = sync.flush();
  expect(sync.upTo()).toBe(1);
  await sync.clear();
  await sending;
  expect(dropped).toEqual([1]);
});

test('what may have been kept, though no answer came, is taken away as well', async () => {
  const { sync, answers, pass, dropped } = setUp();
  answers.push(lost);
  sync.keep(typed('A'));
  await pass(3000);
  expect(sync.upTo()).toBe(1);
  await sync.clear();
  expect(dropped).toEqual([1]);
});

test('what another tab typed and nobody has chosen or refused stays when this one is saved', async () => {
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

test('what was saved is taken away once, and what is typed afterwards begins anew', async () => {
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

test('tags that were renamed elsewhere are told with their new names, and a lost answer before that is no change elsewhere', async () => {
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
