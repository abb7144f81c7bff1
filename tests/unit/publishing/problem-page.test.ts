import { afterAll, beforeAll, expect, test } from 'vitest';
import { marks } from '../../../src/publishing/views/static/shell.ts';
import { environment } from '../../../src/platform/server/env.ts';
import { HttpError } from '../../../src/platform/server/http/problem.ts';
import { problemAnswer } from '../../../src/app/pages/page-endpoint.ts';
import { startHttpServer } from '../../support/servers/http-server.ts';

const { head, content } = marks;
let site: Awaited<ReturnType<typeof startHttpServer>>;
beforeAll(async () => {
  const shell = `<html><head>${head.start}${head.end}</head><body>${content.start}${content.end}</body></html>`;
  site = await startHttpServer((_request, response) => response.writeHead(404).end(shell));
  const store = { UPSTASH_REDIS_REST_URL: 'http://127.0.0.1:1', UPSTASH_REDIS_REST_TOKEN: 'unused' };
  Object.assign(process.env, {
    ...store,
    SITE_URL: site.url,
    SESSION_SECRET: 'a secret of the tests, long enough for all',
  });
  environment();
});
afterAll(() => site.stop());

const pageOf = async (status: number, detail: string) =>
  (await (await problemAnswer(new HttpError(status, '', detail), new Request(`${site.url}/x`), 'request-7'))?.text()) ??
  '';

test('a page about a server error shows its request id once', async () => {
  const away = await pageOf(503, 'The store cannot be reached at the moment.');
  expect(away).toMatch(/<small>Request .*request-7<\/small>/);
  const told = await pageOf(500, 'When you report it, name the request request-7.');
  expect(told.match(/request-7/g)).toHaveLength(1);
});

test('a page about a missing address shows none', async () => {
  expect(await pageOf(404, 'Page not found: /x')).not.toContain('request-7');
});
