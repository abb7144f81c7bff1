import { hash } from 'node:crypto';
import { recent } from '../recent.ts';
import { etagOf } from './html.ts';
import { streamOfBytes } from './text-stream.ts';

/** An answer that was made. One with another status than 200 is kept nowhere: of its headers there are these alone. */
type Made = { status?: number; bytes: Uint8Array; headers: Record<string, string> };

/**
 * Answers that everyone may have, at most `limit` bytes of them, by a digest of all that they show: so none that is old is ever
 * found. One is made only where something on it has changed since it was asked for last, and once, however many ask meanwhile.
 */
export function keptAnswers(limit: number) {
  const kept = recent<Made>(limit, ({ bytes }) => bytes.length);
  const making = new Map<string, Promise<Made>>();

  const made = async (digest: string, make: () => Promise<Made>): Promise<Made> => {
    const { status = 200, bytes, headers } = await make();
    if (status !== 200) return { status, bytes, headers };
    const answer = { bytes, headers: { ...headers, ETag: etagOf(bytes) } };
    kept.set(digest, answer);
    return answer;
  };
  return async (shown: object, headers: Record<string, string>, make: () => Promise<Made>): Promise<Response> => {
    const digest = hash('sha256', JSON.stringify(shown), 'base64url');
    let asked = kept.get(digest) ?? making.get(digest);
    if (!asked) making.set(digest, (asked = made(digest, make).finally(() => making.delete(digest))));
    const { status = 200, bytes, headers: own } = await asked;
    return new Response(streamOfBytes(bytes), { status, headers: { ...(status === 200 && headers), ...own } });
  };
}
