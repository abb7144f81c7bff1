import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Kept = { status: number; headers: Headers; body: Uint8Array<ArrayBuffer>; tags: string[] };

/**
 * Stands in for the platform's CDN in front of the site at `origin`: it caches cacheable responses
 * (`Netlify-CDN-Cache-Control`) and purges them by tag, at most two purges in five seconds. Cached responses never
 * expire by themselves.
 */
export async function startCdn(origin: () => string) {
  const kept = new Map<string, Kept>();
  const purges: { tag: string; at: number }[] = [];
  let asked = 0;

  const ask = async (path: string): Promise<Kept> => {
    asked += 1;
    const answer = await fetch(origin() + path, { redirect: 'manual' });
    const tags = (answer.headers.get('Netlify-Cache-Tag') ?? '').split(',').filter(Boolean);
    const found = { status: answer.status, headers: answer.headers, body: await answer.bytes(), tags };
    if (/s-maxage=[1-9]/.test(answer.headers.get('Netlify-CDN-Cache-Control') ?? '')) kept.set(path, found);
    return found;
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    void (kept.has(path) ? Promise.resolve(kept.get(path) as Kept) : ask(path)).then(({ status, headers, body }) => {
      response.writeHead(status, { 'Content-Type': headers.get('Content-Type') ?? '' }).end(body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** How many requests reached the site itself. */
    asked: () => asked,
    /** The status with which its API answers a purge of these tags. */
    purge(tags: readonly string[], now = Date.now()): number {
      const lately = (tag: string) => purges.filter((one) => one.tag === tag && now - one.at < 5000).length;
      if (tags.some((tag) => lately(tag) >= 2)) return 429;
      for (const tag of tags) purges.push({ tag, at: now });
      for (const [path, one] of kept) if (one.tags.some((tag) => tags.includes(tag))) kept.delete(path);
      return 202;
    },
    async stop() {
      await server[Symbol.asyncDispose]();
    },
  };
}
