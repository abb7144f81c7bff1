import path from 'node:path';
import { startGateway } from '../../netlify/local/redis/gateway.ts';
import { runningSocket } from '../../netlify/local/redis/open-store.ts';
import type { Copy } from '../../src/capture/model/capture.ts';
import type { Note } from '../../src/notes/model/note.ts';
import { putCopy } from '../../src/capture/server/store/copies.ts';
import { connect } from '../../src/platform/server/store/redis.ts';
import type { App } from './app.ts';

/** A copy of a page with this text. */
export const copyOf = ({ url, title }: Pick<Note, 'url' | 'title'>, html: string): Copy => ({
  url: url ?? '',
  at: '2026-11-21T09:30:00.000Z',
  facts: {
    title,
    description: '',
    author: '',
    site: 'The Site',
    language: 'en',
    published: null,
    image: null,
    canonical: null,
  },
  html,
  minutes: 1,
});

/**
 * Gives a note about a link a copy of this HTML, as capturing its page would: the product cannot reach pages on this
 * machine.
 */
export async function saveCopy({ dataDir }: App, { uuid, authorId, url, title }: Note, html: string): Promise<void> {
  const token = 'opened by a test alone';
  const gateway = await startGateway({ redis: (await runningSocket(path.join(dataDir, 'redis'))) ?? '', token });
  const copy = copyOf({ url, title }, html);
  try {
    const longer = await putCopy(connect({ url: gateway.url, token }), { uuid, authorId, url: url ?? '' }, copy);
    if (longer === undefined) {
      throw new Error(`The note ${uuid} takes no copy.`);
    }
  } finally {
    await gateway.stop();
  }
}
