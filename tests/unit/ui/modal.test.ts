import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { createModal, type InModal } from '../../../src/ui/modal/modal.ts';

const Greeting = ({ name, close }: { name: string } & InModal) => `Hello ${name}, ${typeof close}`;

function shown(modal: ReturnType<typeof createModal>): string | undefined {
  const { content } = modal.getSnapshot();
  return content && renderToStaticMarkup(content.element(createElement));
}

test('a component is opened with its props, and with what closes it', () => {
  const modal = createModal();
  expect(modal.getSnapshot()).toMatchObject({ open: false });
  modal.open(Greeting, { name: 'Ada' });
  expect([modal.getSnapshot().open, shown(modal)]).toEqual([true, 'Hello Ada, function']);
});

test('what was shown stays while it leaves, and is forgotten after it', () => {
  const modal = createModal();
  modal.open(Greeting, { name: 'Ada' });
  modal.reset();
  expect(shown(modal)).toContain('Ada');
  modal.close();
  expect([modal.getSnapshot().open, shown(modal)]).toEqual([false, 'Hello Ada, function']);
  modal.reset();
  expect(shown(modal)).toBeUndefined();
});

test('what is opened while another leaves is not forgotten with it', () => {
  const modal = createModal();
  modal.open(Greeting, { name: 'Ada' });
  modal.close();
  modal.open(Greeting, { name: 'Grace' });
  modal.reset();
  expect([modal.getSnapshot().open, shown(modal)]).toEqual([true, 'Hello Grace, function']);
});

test('the callback runs once, also when another takes its place', () => {
  const modal = createModal();
  const onClose = vi.fn();
  const first = modal.open(Greeting, { name: 'Ada' }, { onClose });
  modal.open(Greeting, { name: 'Grace' });
  expect(onClose).toHaveBeenCalledTimes(1);
  first.close();
  expect(modal.getSnapshot().open).toBe(true);
  modal.close();
  modal.close();
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('two openings of one component share no state', () => {
  const modal = createModal();
  const keyOf = () => modal.getSnapshot().content?.element(createElement).key;
  modal.open(Greeting, { name: 'Ada' });
  const before = keyOf();
  modal.open(Greeting, { name: 'Ada' });
  expect(keyOf()).not.toBe(before);
});
