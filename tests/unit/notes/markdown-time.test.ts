import { expect, test } from 'vitest';
import { limits } from '../../../src/platform/model/limits.ts';
import { preparedMarkdown } from '../../../src/reading/server/prepared-note.ts';
import { laborious } from '../../support/hostile/hostile-markdown.ts';
import { sampleOf } from '../../support/sample.ts';

/** CPU time of this thread in milliseconds, whatever else the machine does. */
async function workOf(text: string): Promise<number> {
  const before = process.threadCpuUsage();
  await preparedMarkdown(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

const tried = sampleOf(laborious, 30);

for (const one of laborious) {
  const [what, textOf] = one;
  const name = `eight times as much of ${what} takes about eight times as long, and never longer than a few other notes`;
  test(name, { tags: tried.has(one) ? [] : ['long'] }, async () => {
    const once = await workOf(textOf(limits.bodyBytes / 8));
    // At most 50,000 characters of code are highlighted; everything else is as long as a note may be.
    const coloured = await workOf(textOf(49_000));
    const whole = await workOf(textOf(limits.bodyBytes));
    // Quadratic time would be 64 times as long for eight times the text. Below 20 ms, startup costs dominate.
    expect(whole).toBeLessThan(25 * Math.max(once, 20));
    expect(Math.max(coloured, whole)).toBeLessThan(5000);
  });
}
