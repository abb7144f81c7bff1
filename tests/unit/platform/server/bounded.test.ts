import { describe, expect, test } from 'vitest';
import { bounded, OverBudget } from '../../../../src/app/tasks/bounded.ts';
import { QueuedThread, runInThread } from '../../../../src/platform/server/bounded/queued-thread.ts';

const encoder = new TextEncoder();
const page = (html: string) => ({
  bytes: encoder.encode(html),
  contentType: 'text/html; charset=utf-8',
  url: 'https://a.example/',
});
const small = page('<title>A page</title><p>Text.</p>');
/** Within every size limit, and seconds of work. */
const slow = page('<p>some words, and more words here, to count<br><br>'.repeat(14_000));

async function titles(input: typeof small, ms: number): Promise<string[]> {
  const found: string[] = [];
  for await (const { facts } of bounded('read-page', input, { ms })) found.push(facts.title);
  return found;
}

describe('bounded work on untrusted input', () => {
  test('returns its parts in order', async () => {
    expect(await titles(small, 60_000)).toEqual(['A page', 'A page']);
  });

  test('is terminated at its time limit, and the next task runs', async () => {
    await expect(titles(slow, 1)).rejects.toThrow(OverBudget);
    expect(await titles(small, 60_000)).toEqual(['A page', 'A page']);
  });

  test('waits its turn, even if the task before is terminated', async () => {
    const [first, ...others] = await Promise.allSettled([
      titles(slow, 1),
      titles(small, 60_000),
      titles(small, 60_000),
    ]);
    expect(first.status).toBe('rejected');
    expect(others.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  });

  test('does not block the main thread', async () => {
    const order: string[] = [];
    const work = titles(slow, 60_000).then(
      () => order.push('work'),
      () => order.push('work'),
    );
    await new Promise((resolve) => setImmediate(resolve));
    order.push('others');
    await work;
    expect(order).toEqual(['others', 'work']);
  });

  test('is terminated at its memory limit, and the next task runs', async () => {
    const many = {
      bytes: encoder.encode(`[${Array(2000).fill('{"a":{"b":{"c":[1,2]}}}').join(',')}]`),
      name: 'x.json',
    };
    const nested = encoder.encode(`[{"x":[${Array(2_500_000).fill('{"a":{}}').join(',')}]}]`);
    const read = async (bytes: Uint8Array<ArrayBuffer>) => {
      const by = { authorId: 'u_reads', siteUrl: 'https://commonplace.example', now: new Date() };
      const reading = bounded('read-file', { bytes, name: many.name, visibility: 'private', by }, { ms: 60_000 });
      for (let next = await reading.next(); !next.done; next = await reading.next(0));
    };
    await expect(read(nested)).rejects.toThrow(/MB of memory/);
    await read(many.bytes);
  });

  test('gives way to the next task if the rest is not wanted', async () => {
    const reading = bounded('read-page', slow, { ms: 60_000 });
    await reading.next();
    await reading.return();
    expect(await titles(small, 60_000)).toEqual(['A page', 'A page']);
  });

  test('is limited in CPU time, not in time spent waiting for a CPU', async () => {
    const url = new URL('a-thread.ts', import.meta.url).href;
    const thread = new QueuedThread('of the tests', { url, mark: 'a thread of the tests', heapMb: 96 });
    const firstPart = async (name: string, input: number, ms: number) => {
      for await (const part of runInThread(thread, name, input, { ms })) return part;
      return undefined;
    };
    // Both take twice the limit in wall-clock time.
    expect(await firstPart('wait', 1000, 500)).toBe('waited');
    await expect(firstPart('work', 60_000, 500)).rejects.toThrow(OverBudget);
    await expect(firstPart('wait', 60_000, 100)).rejects.toThrow(OverBudget);
  });
});
