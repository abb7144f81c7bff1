import { find, type Hit } from '../../search/model/find.ts';
import { withFresh } from '../../search/model/fresh.ts';
import { fusedWith } from '../../search/server/fused-with.ts';
import { freshNotes } from '../../search/server/fresh.ts';
import { forgetPublishedIndex, publishedIndex } from '../../search/server/published-index.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { log } from '../../platform/server/log.ts';

/**
 * The public notes that the site's own search finds by these words, the best first, those newer than the build among
 * them. `origin` is the site's own; `near` are uuids of notes that are near in meaning, which are ranked together with
 * these. Undefined when the search cannot be reached, which is logged.
 */
export async function notesFoundBy(
  redis: Redis,
  origin: string,
  words: readonly string[],
  count: number,
  near: readonly string[] = [],
): Promise<Hit[] | undefined> {
  if (words.length === 0) return [];
  // The space says that the last word is whole.
  const query = `${words.join(' ')} `;
  try {
    const fresh = await freshNotes(redis);
    const search = async () => find(withFresh(await publishedIndex(origin), fresh), query, count, fusedWith(near));
    // A build that was published meanwhile may have taken files along.
    const { hits } = await search().catch(() => {
      forgetPublishedIndex();
      return search();
    });
    return hits;
  } catch (error) {
    log('warn', 'the assistant cannot search', { error: String(error) });
    return undefined;
  }
}
