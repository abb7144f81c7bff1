import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { wordsIn } from '../../../src/reading/server/aid/sentences.ts';

/** Megabytes of what is still held, once everything else was collected. */
function held(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed / 2 ** 20;
}
/** `number` in letters, so that each text brings a long word that no other has. */
const inLetters = (number: number) =>
  number
    .toString(16)
    .padStart(16, 'a')
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '');

test.each([
  ['a word within a text', (number: number) => `${'the slow river '.repeat(10_000)}${inLetters(number)}`],
  ['a word as long as a text', (number: number) => inLetters(number).padEnd(150_000, 'ab')],
])('%s is remembered without the text', (_, textOf) => {
  const before = held();
  for (let number = 0; number < 80; number += 1) wordsIn(textOf(number));
  expect(held() - before).toBeLessThan(4);
});
