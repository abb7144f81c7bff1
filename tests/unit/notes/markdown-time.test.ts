import { expect, test } from 'vitest';
import { limits } from '../../../src/platform/model/limits.ts';
import { preparedMarkdown } from '../../../src/reading/server/prepared-note.ts';
import { laborious } from '../../support/hostile/hostile-markdown.ts';

/** Milliseconds that this thread worked, whatever else the machine does. */
async function workOf(text: string): Promise<number> {
  const before = process.threadCpuUsage();
  await preparedMarkdown(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

test.each(laborious)('eight times as much of %s takes about eight times as long', async (_, textOf) => {
  const once = await workOf(textOf(25_000));
  // The square of eight is 64. Below 20 ms the start of things weighs more than the text.
  expect(await workOf(textOf(200_000))).toBeLessThan(25 * Math.max(once, 20));
});

test.each(laborious)('a note of %s is built in the time of a few others', async (_, textOf) => {
  // 50,000 characters are coloured where they are code; the rest is as much as a note may hold.
  for (const size of [49_000, limits.bodyBytes]) expect(await workOf(textOf(size))).toBeLessThan(5000);
});
