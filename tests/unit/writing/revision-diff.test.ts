import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changesBetween } from '../../../src/writing/views/Changes.tsx';

test('changed words appear next to unchanged ones', () => {
  expect(changesBetween('A margin is room.\n', 'A wide margin is space.\n')).toEqual([
    { kind: 'same', text: 'A ' },
    { kind: 'added', text: 'wide ' },
    { kind: 'same', text: 'margin is ' },
    { kind: 'removed', text: 'room' },
    { kind: 'added', text: 'space' },
    { kind: 'same', text: '.\n' },
  ]);
});

test('two lines of context remain on each side of a change', () => {
  const lines = Array.from({ length: 20 }, (_, at) => `Line ${at}\n`);
  const after = ['Before.\n', ...lines, 'After.\n'].join('');
  expect(changesBetween(lines.join(''), after)).toEqual([
    { kind: 'added', text: 'Before.\n' },
    { kind: 'same', text: 'Line 0\nLine 1\n' },
    { kind: 'skipped', lines: 16 },
    { kind: 'same', text: 'Line 18\nLine 19\n' },
    { kind: 'added', text: 'After.\n' },
  ]);
});

test('identical texts have no changes', () => {
  expect(changesBetween('One.\n\nTwo.', 'One.\n\nTwo.')).toEqual([{ kind: 'skipped', lines: 3 }]);
  expect(changesBetween('', '')).toEqual([]);
});

test('both texts can be rebuilt from the diff where nothing is left out', () => {
  const line = fc.constantFrom('a b c', 'a c', 'x', '', 'word, word');
  const text = fc.array(line, { maxLength: 4 }).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const pieces = changesBetween(before, after).flatMap((piece) => (piece.kind === 'skipped' ? [] : [piece]));
      const skipped = changesBetween(before, after).some(({ kind }) => kind === 'skipped');
      const read = (left: string) =>
        pieces
          .filter(({ kind }) => kind !== left)
          .map((piece) => piece.text)
          .join('');
      if (!skipped) expect([read('added'), read('removed')]).toEqual([before, after]);
    }),
  );
});

test('two long texts with nothing in common are compared quickly', () => {
  const long = (letter: string) => Array.from({ length: 20_000 }, (_, at) => `${letter}${at}`).join('\n');
  expect(changesBetween(long('a'), long('b')).map(({ kind }) => kind)).toEqual(['removed', 'added']);
});
