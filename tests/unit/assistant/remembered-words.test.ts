import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { wordsIn } from '../../../src/reading/server/aid/sentences.ts';

/** Heap in use after garbage collection, in megabytes. */
function held(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed / 2 ** 20;
}
/** `number` in letters, so that each text adds a long unique word. */
const inLetters = (number: number) =>
  number
    .toString(16)
    .padStart(16, 'a')
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '');

test.each([
  ['a word within a text', (number: number) => `${'the slow river '.repeat(10_000)}${inLetters(number)}`],
  ['a word as long as a text', (number: number) => inLetters(number).padEnd(150_000, 'ab')],
])('%s are cached without retaining the text', (_, textOf) => {
  const before = held();
  for (let number = 0; number < 80; number += 1) wordsIn(textOf(number));
  expect(held() - before).toBeLessThan(4);
});
