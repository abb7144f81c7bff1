import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { createModal, type InModal } from '../../../src/ui/modal/modal.ts';

const Greeting = ({ name, close }: { name: string } & InModal) => `Hello ${name}, ${typeof close}`;

function shown(modal: ReturnType<typeof createModal>): string | undefined {
  const { content } = modal.getSnapshot();
  return content && renderToStaticMarkup(content.element(createElement));
}

test('a component is opened with its props and a close function', () => {
  const modal = createModal();
  expect(modal.getSnapshot()).toMatchObject({ open: false });
  modal.open(Greeting, { name: 'Ada' });
  expect([modal.getSnapshot().open, shown(modal)]).toEqual([true, 'Hello Ada, function']);
});

test('a component stays while it closes, and is dropped afterwards', () => {
  const modal = createModal();
  modal.open(Greeting, { name: 'Ada' });
  modal.reset();
  expect(shown(modal)).toContain('Ada');
  modal.close();
  expect([modal.getSnapshot().open, shown(modal)]).toEqual([false, 'Hello Ada, function']);
  modal.reset();
  expect(shown(modal)).toBeUndefined();
});

test('a component opened meanwhile waits until the first is closed, and none is dropped', () => {
  const modal = createModal();
  const onClose = vi.fn();
  modal.open(Greeting, { name: 'Ada' }, { onClose });
  modal.open(Greeting, { name: 'Grace' });
  modal.open(Greeting, { name: 'Edsger' });
  expect([modal.getSnapshot().open, shown(modal)]).toEqual([true, 'Hello Ada, function']);
  modal.close();
  expect([modal.getSnapshot().open, shown(modal)]).toEqual([false, 'Hello Ada, function']);
  modal.reset();
  expect([modal.getSnapshot().open, shown(modal)]).toEqual([true, 'Hello Grace, function']);
  modal.close();
  modal.reset();
  expect(shown(modal)).toContain('Edsger');
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('closing one closes no other, and removes it if it is still waiting', () => {
  const modal = createModal();
  const onClose = vi.fn();
  const first = modal.open(Greeting, { name: 'Ada' });
  const second = modal.open(Greeting, { name: 'Grace' }, { onClose });
  first.close();
  second.close();
  expect(onClose).toHaveBeenCalledTimes(1);
  modal.reset();
  expect(modal.getSnapshot().open).toBe(false);
  modal.open(Greeting, { name: 'Edsger' });
  first.close();
  second.close();
  expect(modal.getSnapshot().open).toBe(true);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('two instances of a component share no state', () => {
  const modal = createModal();
  const keyOf = () => modal.getSnapshot().content?.element(createElement).key;
  modal.open(Greeting, { name: 'Ada' });
  const before = keyOf();
  modal.close();
  modal.reset();
  modal.open(Greeting, { name: 'Ada' });
  expect(keyOf()).not.toBe(before);
});

test('without a view, the open one and all that wait are dropped, so that none of them appears later', () => {
  const modal = createModal();
  const onClose = vi.fn();
  modal.open(Greeting, { name: 'Ada' }, { onClose });
  modal.open(Greeting, { name: 'Grace' }, { onClose });
  modal.closeAll();
  expect(modal.getSnapshot()).toEqual({ open: false, waiting: [] });
  expect(onClose).toHaveBeenCalledTimes(2);
});
