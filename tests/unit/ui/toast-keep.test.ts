import { describe, expect, test, vi } from 'vitest';
import { createToastList } from '../../../src/ui/toasts/toast-list.ts';
import { keepable, keepToasts, keptFrom, takeToasts } from '../../../src/ui/toasts/toasts.ts';
import { manualClock } from '../../support/browser/hand-clock.ts';
import { forbiddenStorage, memoryStorage } from '../../support/browser/storage.ts';

describe('toasts shown while leaving a page', () => {
  test('continue on the next page with their remaining time, without callbacks', () => {
    const [clock, storage] = [manualClock(1000), memoryStorage()];
    const before = createToastList(clock);
    const actions = [
      { label: 'Undo', run: () => undefined },
      { label: 'See all', href: '/note/list/1' },
    ];
    const avatar = { alt: 'Ada' };
    before.add({ title: 'Deleted', description: 'A note', icon: 'trash', color: 'danger', avatar, actions });
    const held = before.add({ title: 'Held' });
    before.add({ title: 'Stays', timeout: 0 });
    clock.pass(1000);
    before.pause(held, 'hover');
    clock.pass(2000);
    keepToasts(keepable(before.getSnapshot(), clock.now()), storage);

    const after = createToastList(clock);
    for (const { id, toast, left } of takeToasts(storage)) after.restore(id, toast, left);
    expect(after.getSnapshot().map(({ id }) => id)).toEqual(before.getSnapshot().map(({ id }) => id));
    expect(after.getSnapshot()[0]).toMatchObject({
      title: 'Deleted',
      description: 'A note',
      icon: 'trash',
      color: 'danger',
      avatar,
      actions: [{ label: 'See all', href: '/note/list/1' }],
    });
    const titles = () => after.getSnapshot().map(({ title }) => title);
    clock.pass(1999);
    expect(titles()).toEqual(['Deleted', 'Held', 'Stays']);
    clock.pass(1);
    expect(titles()).toEqual(['Held', 'Stays']);
    clock.pass(1999);
    expect(titles()).toEqual(['Held', 'Stays']);
    clock.pass(1);
    expect(titles()).toEqual(['Stays']);
  });

  test('are restored once', () => {
    const storage = memoryStorage();
    const list = createToastList(manualClock());
    list.add({ title: 'Saved' });
    keepToasts(keepable(list.getSnapshot(), 0), storage);
    expect(takeToasts(storage)).toHaveLength(1);
    expect(takeToasts(storage)).toEqual([]);
  });

  test('returning to the page restores a toast with its callback, and a new one gets a later id', () => {
    const clock = manualClock(1000);
    const list = createToastList(clock);
    const onClose = vi.fn();
    const id = list.add({ title: 'Saved', onClose });
    list.halt();
    list.restore(id, { title: 'Saved' }, 700);
    expect(list.getSnapshot()).toHaveLength(1);
    clock.pass(700);
    expect(onClose).toHaveBeenCalledTimes(1);

    const next = createToastList(manualClock(5));
    next.restore(1000, { title: 'From before' }, 100);
    expect(next.add({ title: 'New' })).toBe(1001);
  });

  test('leaving a page closes none', () => {
    const clock = manualClock();
    const list = createToastList(clock);
    const onClose = vi.fn();
    list.add({ title: 'Saved', onClose });
    list.halt();
    clock.pass(10_000);
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('stored toasts', () => {
  const good = { id: 1, left: 5, toast: { title: 'Good', timeout: 10 } };

  test.each([
    null,
    '',
    '{',
    'null',
    '7',
    '{"a":1}',
    '[null, 1, "a", {}, {"id":1}, {"id":1,"left":1,"toast":{}}]',
    JSON.stringify([
      { ...good, id: '1' },
      { ...good, left: -1 },
      { ...good, toast: { title: 7, timeout: 10 } },
    ]),
  ])('%j is not a toast', (text) => {
    expect(takeToasts(memoryStorage(text === null ? {} : { 'commonplace:toasts': text }))).toEqual([]);
  });

  test('lose invalid fields, and links to other sites', () => {
    const toast = {
      ...good.toast,
      color: 'url(x)',
      icon: 7,
      avatar: 'Ada',
      actions: [
        { label: 'Away', href: 'https://evil.example' },
        { label: 'Away', href: '//evil.example' },
        { label: 'Script', href: 'javascript:alert(1)' },
        { label: 'Here', href: '/inbox' },
      ],
    };
    expect(keptFrom([{ ...good, toast }])).toEqual([
      { ...good, toast: { ...good.toast, actions: [{ label: 'Here', href: '/inbox' }] } },
    ]);
  });

  test('are none if storage is forbidden, without an error', () => {
    keepToasts([good], forbiddenStorage);
    expect(takeToasts(forbiddenStorage)).toEqual([]);
  });
});
