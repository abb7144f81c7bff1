import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { startHttpServer } from './http-server.ts';

/** A request that passed through the proxy. `ahead`: it was a prefetch. */
type Seen = { path: string; ahead: boolean };

/** `afterMs`: the simulated network delay. */
type OwnAnswer = { status?: number; type?: string; body: string; afterMs?: number };
/** The proxy's own response, now or later; undefined passes the request on to the product. */
type Own = (path: string) => OwnAnswer | undefined | Promise<OwnAnswer>;

/**
 * A proxy in front of the product at `origin` that passes requests on, records them, and can answer some paths
 * itself.
 */
export async function startProxy(origin: string) {
  const seen: Seen[] = [];
  let own: Own = () => undefined;
  const server = await startHttpServer((request, response) => {
    const path = request.url ?? '/';
    seen.push({ path, ahead: (request.headers['sec-purpose'] ?? '').includes('prefetch') });
    const answer = own(path);
    if (answer) {
      void Promise.resolve(answer).then(({ status = 200, type = 'application/json', body, afterMs = 0 }) =>
        setTimeout(() => response.writeHead(status, { 'Content-Type': type }).end(body), afterMs),
      );
      return;
    }
    const accept = { Accept: request.headers.accept ?? '*/*' };
    fetch(origin + path, { method: request.method ?? 'GET', headers: accept, redirect: 'manual' }).then(
      (got) => {
        const headers = new Headers(got.headers);
        // fetch has already decoded the body.
        for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name);
        response.writeHead(got.status, Object.fromEntries(headers));
        if (got.body) Readable.fromWeb(got.body as NodeReadableStream<Uint8Array>).pipe(response);
        else response.end();
      },
      () => response.writeHead(502).end(),
    );
  });
  return {
    url: server.url,
    stop: server.stop,
    /** Every request for this path, including its query, in order. */
    asked: (path: string | RegExp) =>
      seen.filter((one) => (typeof path === 'string' ? one.path === path : path.test(one.path))),
    answer: (answering: Own) => void (own = answering),
  };
}

export type RequestProxy = Awaited<ReturnType<typeof startProxy>>;
