import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { createToastList, undoing } from '../../../src/ui/toasts/toast-list.ts';
import { manualClock } from '../../support/browser/hand-clock.ts';

function list() {
  const clock = manualClock(1_000_000);
  const toasts = createToastList(clock);
  const titles = () => toasts.getSnapshot().map(({ title }) => title);
  return { clock, toasts, titles };
}

describe('a toast', () => {
  test('has the time as its id, 5000 ms (12,000 with an undo), and the primary colour by default', () => {
    const { toasts } = list();
    const id = toasts.add({ title: 'Saved' });
    expect(id).toBe(1_000_000);
    expect(toasts.getSnapshot()[0]).toMatchObject({ id, title: 'Saved', timeout: 5000, color: 'primary', actions: [] });
    toasts.add({ title: 'Deleted', actions: [undoing(() => undefined)] });
    toasts.add({ title: 'Deleted', actions: [undoing(() => undefined)], timeout: 0 });
    toasts.add({ title: 'Saved', actions: [{ label: 'View', href: '/' }] });
    expect(toasts.getSnapshot().map(({ timeout }) => timeout)).toEqual([5000, 12_000, 0, 5000]);
    toasts.add({ title: 'Not saved', timeout: 20, color: 'danger', description: 'Why', icon: 'warning' });
    expect(toasts.getSnapshot().at(-1)).toMatchObject({
      timeout: 20,
      color: 'danger',
      description: 'Why',
      icon: 'warning',
    });
  });

  test('has a unique id, whatever the clock does', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 1, maxLength: 40 }), (steps) => {
        let now = 1000;
        const toasts = createToastList({ now: () => now, after: () => () => undefined });
        const ids = steps.map((step) => {
          now += step;
          return toasts.add({ title: 'One' });
        });
        expect(new Set(ids).size).toBe(steps.length);
        expect(ids).toEqual(ids.toSorted((a, b) => a - b));
      }),
    );
  });

  test('closes when its time is over, and not before', () => {
    const { clock, toasts, titles } = list();
    const onClose = vi.fn();
    toasts.add({ title: 'Saved', onClose });
    clock.pass(4999);
    expect([titles(), onClose.mock.calls.length]).toEqual([['Saved'], 0]);
    clock.pass(1);
    expect([titles(), onClose.mock.calls.length]).toEqual([[], 1]);
  });

  test('stays with a timeout of 0', () => {
    const { clock, toasts, titles } = list();
    const id = toasts.add({ title: 'Stays', timeout: 0 });
    toasts.pause(id, 'hover');
    toasts.resume(id, 'hover');
    clock.pass(2 ** 40);
    expect(titles()).toEqual(['Stays']);
  });

  test('can last longer than the platform’s longest timer', () => {
    const { clock, toasts, titles } = list();
    toasts.add({ title: 'Patient', timeout: 2 ** 32 });
    clock.pass(2 ** 31);
    expect(titles()).toEqual(['Patient']);
    clock.pass(2 ** 31);
    expect(titles()).toEqual([]);
  });
});

describe('the countdown', () => {
  test('pauses on hover and continues with the remaining time', () => {
    const { clock, toasts, titles } = list();
    const id = toasts.add({ title: 'Saved' });
    clock.pass(3000);
    toasts.pause(id, 'hover');
    clock.pass(60_000);
    expect(titles()).toEqual(['Saved']);
    toasts.resume(id, 'hover');
    clock.pass(1999);
    expect(titles()).toEqual(['Saved']);
    clock.pass(1);
    expect(titles()).toEqual([]);
  });

  test('pauses as long as the pointer or the focus is there', () => {
    const { clock, toasts, titles } = list();
    const id = toasts.add({ title: 'Saved' });
    toasts.pause(id, 'hover');
    toasts.pause(id, 'focus');
    toasts.resume(id, 'hover');
    clock.pass(60_000);
    expect(titles()).toEqual(['Saved']);
    toasts.resume(id, 'focus');
    clock.pass(5000);
    expect(titles()).toEqual([]);
  });

  test('takes the same total time, however often it was paused', () => {
    const pauses = fc.array(fc.tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 9000 })), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(pauses, (each) => {
        const { clock, toasts, titles } = list();
        const id = toasts.add({ title: 'Saved' });
        for (const [run, pause] of each) {
          clock.pass(run);
          toasts.pause(id, 'hover');
          clock.pass(pause);
          toasts.resume(id, 'hover');
        }
        const ran = each.reduce((sum, [run]) => sum + run, 0);
        clock.pass(5000 - ran - 1);
        expect(titles()).toEqual(['Saved']);
        clock.pass(1);
        expect(titles()).toEqual([]);
      }),
    );
  });
});

describe('the list', () => {
  test('keeps toasts in order, and removes one', () => {
    const { toasts, titles } = list();
    toasts.add({ title: 'A' });
    const b = toasts.add({ title: 'B' });
    toasts.add({ title: 'C' });
    expect(toasts.remove(b)).toBe(true);
    expect(titles()).toEqual(['A', 'C']);
  });

  test('updates one and does not affect its countdown', () => {
    const { clock, toasts, titles } = list();
    const id = toasts.add({ title: 'Saving' });
    clock.pass(3000);
    expect(toasts.update(id, { title: 'Saved', color: 'neutral' })).toBe(true);
    expect(toasts.getSnapshot()[0]).toMatchObject({ id, title: 'Saved', color: 'neutral' });
    clock.pass(2000);
    expect(titles()).toEqual([]);
    expect(toasts.update(id, { title: 'Too late' })).toBe(false);
  });

  test('restarts the countdown with a new timeout, but not under the pointer', () => {
    const { clock, toasts, titles } = list();
    const id = toasts.add({ title: 'Importing', timeout: 0 });
    toasts.pause(id, 'hover');
    toasts.update(id, { title: 'Imported', timeout: 1000 });
    clock.pass(5000);
    expect(titles()).toEqual(['Imported']);
    toasts.resume(id, 'hover');
    clock.pass(1000);
    expect(titles()).toEqual([]);
  });

  test('clears all and runs the callback of each', () => {
    const { toasts, titles } = list();
    const onClose = vi.fn();
    toasts.add({ title: 'A', onClose });
    toasts.add({ title: 'B', timeout: 0, onClose });
    toasts.clear();
    expect([titles(), onClose.mock.calls.length]).toEqual([[], 2]);
  });

  test('notifies subscribers until they unsubscribe', () => {
    const { toasts } = list();
    const heard = vi.fn();
    const leave = toasts.subscribe(heard);
    const id = toasts.add({ title: 'A' });
    leave();
    toasts.remove(id);
    expect(heard).toHaveBeenCalledTimes(1);
  });
});

describe('closing', () => {
  test('runs the callback once, however it is closed, even if the callback closes it again', () => {
    const { clock, toasts } = list();
    const onClose = vi.fn(() => void toasts.remove(id));
    const id: number = toasts.add({ title: 'Once', onClose });
    expect(toasts.remove(id)).toBe(true);
    expect(toasts.remove(id)).toBe(false);
    toasts.clear();
    clock.pass(10_000);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  test('happens after an action runs, with the callback', () => {
    const { toasts, titles } = list();
    const [run, onClose] = [vi.fn(), vi.fn()];
    const id = toasts.add({ title: 'Deleted', timeout: 0, onClose, actions: [{ label: 'Undo', run }] });
    toasts.act(id, 1);
    expect(titles()).toEqual(['Deleted']);
    toasts.act(id, 0);
    toasts.act(id, 0);
    expect([titles(), run.mock.calls.length, onClose.mock.calls.length]).toEqual([[], 1, 1]);
  });

  test('undo reverts the latest action, whatever its label and whatever other toasts there are', () => {
    const { toasts, titles } = list();
    const [first, last] = [vi.fn(), vi.fn()];
    toasts.add({ title: 'Archived', actions: [undoing(first)] });
    toasts.add({ title: 'Deleted', actions: [{ label: 'Open', href: '/user' }, undoing(last)] });
    toasts.add({ title: 'Saved', actions: [{ label: 'Undo', run: vi.fn() }] });
    expect([toasts.undo(), last.mock.calls.length, first.mock.calls.length, titles()]).toEqual([
      ...[true, 1, 0],
      ['Archived', 'Saved'],
    ]);
    expect([toasts.undo(), toasts.undo(), first.mock.calls.length, titles()]).toEqual([true, false, 1, ['Saved']]);
  });

  test('happens even if the action fails', () => {
    const { toasts, titles } = list();
    const run = () => {
      throw new Error('No undo');
    };
    const id = toasts.add({ title: 'Deleted', actions: [{ label: 'Undo', run }] });
    expect(() => toasts.act(id, 0)).toThrow('No undo');
    expect(titles()).toEqual([]);
  });
});
