import { expect, test } from 'vitest';
import { addressOfPassage } from '../../../src/assistant/browser/passage-place.ts';

const path = '/note/detail/01900000-0000-7000-8000-000000000000/bees';

test('a text fragment contains a short passage whole, and a long one by its beginning and end', () => {
  expect(addressOfPassage({ path, text: 'Bees dance.' })).toBe(`${path}#:~:text=Bees%20dance.`);
  const long = Array.from({ length: 30 }, (_, index) => `w${index}`).join(' ');
  expect(addressOfPassage({ path, text: long })).toBe(
    `${path}#:~:text=w0%20w1%20w2%20w3%20w4%20w5,w24%20w25%20w26%20w27%20w28%20w29`,
  );
});

test('characters with a meaning in text fragments are encoded', () => {
  expect(addressOfPassage({ path, text: 'well-kept, so & so' })).toBe(`${path}#:~:text=well%2Dkept%2C%20so%20%26%20so`);
});

test('a passage with an id is linked by it', () => {
  expect(addressOfPassage({ path, text: 'Bees dance.', at: 'p-3' })).toBe(`${path}#p-3`);
});

test('in a copy a passage is found by its first words', () => {
  const text = 'Bees dance to tell each other where the flowers are.';
  expect(addressOfPassage({ path: '/note/copy?uuid=1', text, own: 'copy' })).toBe(
    '/note/copy?uuid=1#find=Bees%20dance%20to%20tell%20each%20other',
  );
});
