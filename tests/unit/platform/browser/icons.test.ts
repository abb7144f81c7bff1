import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createIconLoader, createThrottledLog, createIconCache } from '../../../../src/platform/browser/icons.ts';
import { forbiddenStorage, memoryStorage } from '../../../support/browser/storage.ts';
import { startHttpServer } from '../../../support/servers/http-server.ts';
import { manualTimeout, disableTimeouts } from '../../../support/time-limits.ts';

const hours = 60 * 60 * 1000;
const icon = { body: '<path d="M0 0"/>', width: 24, height: 24 };

describe('the log of icons', () => {
  function logged() {
    const lines: string[] = [];
    return { lines, log: createThrottledLog((line) => lines.push(line)) };
  }

  test('writes five identical lines and counts the rest until a different line comes', () => {
    const { lines, log } = logged();
    for (let at = 0; at < 12; at += 1) log('a', at * 10);
    expect(lines).toEqual(['a', 'a', 'a', 'a', 'a']);
    log('b', 130);
    expect(lines.slice(5)).toEqual(['a (7 more times)', 'b']);
  });

  test('writes the line again after 1000 ms of silence, and not a millisecond before', () => {
    const { lines, log } = logged();
    for (let time = 0; time < 6; time += 1) log('a', 0);
    log('a', 999);
    expect(lines).toHaveLength(5);
    log('a', 1999);
    expect(lines.slice(5)).toEqual(['a (2 more times)', 'a']);
  });

  test('writes different lines immediately', () => {
    const { lines, log } = logged();
    for (let time = 0; time < 10; time += 1) log(`line ${time % 2}`, 0);
    expect(lines).toHaveLength(10);
  });
});

describe('the cache of icons', () => {
  test('stores an icon for 168 hours, across page loads', () => {
    const storage = memoryStorage();
    createIconCache(storage).set('x:y', icon, 0);
    const later = createIconCache(storage);
    expect(later.get('x:y', 168 * hours - 1)).toEqual(icon);
    expect(later.get('x:y', 168 * hours)).toBeUndefined();
  });

  test('stores at most 50 icons, the newest', () => {
    const storage = memoryStorage();
    const cache = createIconCache(storage);
    for (let number = 0; number < 60; number += 1) cache.set(`x:${number}`, icon, 0);
    const kept = (all: typeof cache) => Array.from({ length: 60 }, (_, n) => all.get(`x:${n}`, 0)).map(Boolean);
    const expected = Array.from({ length: 60 }, (_, number) => number >= 10);
    expect(kept(cache)).toEqual(expected);
    expect(kept(createIconCache(storage))).toEqual(expected);
  });

  test.each(['rubbish', '{}', 'null', '[1]', '[["x:y"]]', '[["x:y",{"at":1,"icon":{"body":1}}]]', '[["x:y",null]]'])(
    'starts empty if it contains %s',
    (rubbish) => {
      const cache = createIconCache(memoryStorage({ 'commonplace:icons': rubbish }));
      expect(cache.get('x:y', 1)).toBeUndefined();
      cache.set('x:y', icon, 1);
      expect(cache.get('x:y', 1)).toEqual(icon);
    },
  );

  test('lasts as long as the page if storage is forbidden', () => {
    const cache = createIconCache(forbiddenStorage);
    cache.set('x:y', icon, 0);
    expect(cache.get('x:y', 1)).toEqual(icon);
  });
});

describe('loading an icon', () => {
  let stop: (() => Promise<void>) | undefined;
  beforeEach(() => disableTimeouts());
  afterEach(async () => {
    vi.restoreAllMocks();
    await stop?.();
    stop = undefined;
  });

  async function loader(answer: Parameters<typeof startHttpServer>[0], cache = createIconCache(forbiddenStorage)) {
    const server = await startHttpServer(answer);
    stop = server.stop;
    const warnings: string[] = [];
    const warn = (line: string) => warnings.push(line);
    return { load: createIconLoader({ cache, warn, now: () => 0, base: server.url }), calls: server.calls, warnings };
  }
  const json = (data: unknown) => (_: unknown, response: { end: (text: string) => void }) =>
    response.end(JSON.stringify(data));

  test('requests an icon once, and never while it is cached', async () => {
    const { load, calls, warnings } = await loader(json({ icons: { book: icon } }));
    const [one, two] = await Promise.all([load('lucide:book'), load('lucide:book')]);
    expect(one).toBe('<svg viewBox="0 0 24 24" width="1em" height="1em" aria-hidden="true"><path d="M0 0"/></svg>');
    expect(two).toBe(one);
    expect(await load('lucide:book')).toBe(one);
    expect(calls).toEqual(['GET /api/_icon/lucide.json?icons=book']);
    expect(warnings).toEqual([]);
  });

  test('gives up after 500 ms, with a warning', async () => {
    const limit = manualTimeout();
    const { load, warnings } = await loader(() => limit.end());
    expect(await load('lucide:book')).toBeUndefined();
    expect(limit.asked.mock.calls).toEqual([[500]]);
    expect(warnings).toEqual(['The icon "lucide:book" cannot be shown: it took too long.']);
  });

  test.each([
    ['an unknown icon', { icons: {}, not_found: ['book'] }, 'nobody has it'],
    ['rubbish', null, 'nobody has it'],
    ['an attack', { icons: { book: { ...icon, body: '<script>1</script>' } } }, 'it is more than a drawing'],
  ])('warns about %s and shows nothing', async (_, data, why) => {
    const { load, warnings } = await loader(json(data));
    expect(await load('lucide:book')).toBeUndefined();
    expect(warnings).toEqual([`The icon "lucide:book" cannot be shown: ${why}.`]);
  });

  test('warns about an error response, anything but JSON, and an unreachable server', async () => {
    const { load, warnings } = await loader((_, response) => response.writeHead(503).end());
    await load('lucide:book');
    await stop?.();
    stop = undefined;
    await load('lucide:tag');
    expect(warnings[0]).toContain('the answer was 503');
    expect(warnings[1]).toContain('fetch failed');
  });

  test('never requests invalid icon names', async () => {
    const { load, calls, warnings } = await loader(json({}));
    for (const name of ['', 'book', '../../session', 'a:b?c', `x:${'y'.repeat(500)}`]) {
      expect(await load(name)).toBeUndefined();
    }
    expect(calls).toEqual([]);
    expect(warnings).toHaveLength(5);
    expect(warnings.every((line) => line.endsWith('cannot be shown: it is no icon name.'))).toBe(true);
  });

  test('draws nothing from a tampered cache', async () => {
    const cache = createIconCache(forbiddenStorage);
    cache.set('lucide:book', { ...icon, body: '<script>1</script>' }, 0);
    const { load, calls } = await loader(json({ icons: { book: icon } }), cache);
    expect(await load('lucide:book')).toContain('<path d="M0 0"/>');
    expect(calls).toHaveLength(1);
  });
});
