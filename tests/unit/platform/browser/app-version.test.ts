import { afterEach, describe, expect, test, vi } from 'vitest';
import { createAppVersion, publishedBuild } from '../../../../src/platform/browser/app-version.ts';
import { startHttpServer } from '../../../support/servers/http-server.ts';

afterEach(() => vi.restoreAllMocks());

describe('the app version', () => {
  function watching(ids: (string | Error)[], timestamp = 1) {
    const news: string[] = [];
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    let asked = 0;
    const read = async () => {
      const id = ids[asked++];
      if (typeof id === 'string') return { id, timestamp };
      throw id ?? new Error('asked too often');
    };
    return {
      check: createAppVersion({ read, openedAt: 5, onNew: (id) => news.push(id) }),
      news,
      logged,
      asked: () => asked,
    };
  }

  test('is taken from the first response, and is new if a later one differs', async () => {
    const { check, news } = watching(['one', 'one', 'two']);
    await check();
    await check();
    expect(news).toEqual([]);
    await check();
    expect(news).toEqual(['two']);
  });

  test('is new at the first response if that was published after the page was opened', async () => {
    const { check, news } = watching(['one'], 6);
    expect(await check()).toBe(true);
    expect(news).toEqual(['one']);
    expect(await check()).toBe(true);
  });

  test('is not requested again once it is known to be new', async () => {
    const { check, news, asked } = watching(['one', 'two', 'three']);
    for (let time = 0; time < 5; time += 1) await check();
    expect(news).toEqual(['two']);
    expect(asked()).toBe(2);
  });

  test('that cannot be read is only logged, and changes nothing', async () => {
    const { check, news, logged } = watching(['one', new Error('down'), 'one', 'two']);
    for (let time = 0; time < 3; time += 1) await check();
    expect(news).toEqual([]);
    expect(logged).toHaveBeenCalledTimes(1);
    await check();
    expect(news).toEqual(['two']);
  });

  test('is not requested twice at once', async () => {
    const { check, asked } = watching(['one', 'two']);
    await Promise.all([check(), check(), check()]);
    expect(asked()).toBe(1);
  });
});

describe('the latest build', () => {
  test('is read from /builds/latest.json with the time as query', async () => {
    const server = await startHttpServer((_, response) => response.end('{"id":"b1","timestamp":1}'));
    expect(await publishedBuild(1234, server.url)).toEqual({ id: 'b1', timestamp: 1 });
    expect(server.calls).toEqual(['GET /builds/latest.json?1234']);
    await server.stop();
  });

  test.each([
    [200, '{}'],
    [200, 'null'],
    [200, '<!doctype html>'],
    [404, '{"id":"b1","timestamp":1}'],
    [500, ''],
  ])('is refused from status %i with %s', async (status, body) => {
    const server = await startHttpServer((_, response) => response.writeHead(status).end(body));
    await expect(publishedBuild(1, server.url)).rejects.toThrow();
    await server.stop();
  });
});
