import { expect, test } from 'vitest';
import { inWords } from '../../../../src/platform/server/rates.ts';

test.each([
  [1, '1 second'],
  [42, '42 seconds'],
  [119, '119 seconds'],
  [120, '2 minutes'],
  [121, '3 minutes'],
  [3600, '60 minutes'],
])('%i seconds are "%s"', (seconds, words) => {
  expect(inWords(seconds)).toBe(words);
});
