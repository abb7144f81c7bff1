import { hash } from 'node:crypto';
import { recent } from '../recent.ts';
import { etagOf } from './html.ts';
import { streamOfBytes } from './text-stream.ts';

/** An answer. One whose status is not 200 is not kept, and has only these headers. */
type Answer = { status?: number; bytes: Uint8Array; headers: Record<string, string> };

/**
 * Caches answers that are the same for everyone, at most `limit` bytes of them, by a digest of everything that they show:
 * so a stale one is never found. An answer is made only if something on it has changed since the last request, and only
 * once for simultaneous requests.
 */
export function keptAnswers(limit: number) {
  const cache = recent<Answer>(limit, ({ bytes }) => bytes.length);
  const making = new Map<string, Promise<Answer>>();

  const makeAnswer = async (digest: string, make: () => Promise<Answer>): Promise<Answer> => {
    const { status = 200, bytes, headers } = await make();
    if (status !== 200) return { status, bytes, headers };
    const answer = { bytes, headers: { ...headers, ETag: etagOf(bytes) } };
    cache.set(digest, answer);
    return answer;
  };
  return async (shown: object, headers: Record<string, string>, make: () => Promise<Answer>): Promise<Response> => {
    const digest = hash('sha256', JSON.stringify(shown), 'base64url');
    let pending = cache.get(digest) ?? making.get(digest);
    if (!pending) making.set(digest, (pending = makeAnswer(digest, make).finally(() => making.delete(digest))));
    const { status = 200, bytes, headers: answerHeaders } = await pending;
    return new Response(streamOfBytes(bytes), {
      status,
      headers: { ...(status === 200 && headers), ...answerHeaders },
    });
  };
}
