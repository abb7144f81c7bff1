import type { find as Find } from './search-index.ts';
import type { SearchIndex } from '../model/index.ts';

type Newest = { meaning: boolean; changed: boolean };

/**
 * Finds notes by words. The engine and the index are loaded with the first query. What is newer than the index is added
 * once it has arrived, and `onNewest` is called. If a build that was published meanwhile has removed files, the index is
 * opened again, once.
 */
export function createPublishedSearch(onNewest: (newest: Newest) => void) {
  let engine: Promise<{ find: typeof Find; index: SearchIndex }> | undefined;

  async function open() {
    const { find, openPublished, openNewest } = await import('./search-index.ts');
    const index = await openPublished();
    void openNewest(index).then((newest) => {
      if (!newest) return;
      const changed = newest.index !== index;
      if (changed) engine = Promise.resolve({ find, index: newest.index });
      onNewest({ meaning: newest.meaning, changed });
    });
    return { find, index };
  }

  async function attempt(query: string, wanted: number) {
    try {
      const { find, index } = await (engine ??= open());
      return await find(index, query, wanted);
    } catch (error) {
      engine = undefined;
      throw error;
    }
  }

  return (query: string, wanted: number) => attempt(query, wanted).catch(() => attempt(query, wanted));
}
