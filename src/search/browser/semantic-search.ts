import { device } from '../../platform/browser/device-storage.ts';
import type { SearchedNote } from '../model/searched-note.ts';

/** A note that is near to what was typed in meaning, and has none of its words. */
export type SemanticMatch = Omit<SearchedNote, 'text' | 'next'>;

const timeoutMs = 8_000;
const wordsOnlyKey = 'search-words-only';

/** Whether this reader wants what they type to stay in their browser. */
export const wantsWordsOnly = (): boolean => device.read(wordsOnlyKey) === 'yes';

export const keepWordsOnly = (wanted: boolean): boolean => device.write(wordsOnlyKey, wanted ? 'yes' : undefined);

/** The notes that the server finds by meaning alone, the nearest first; none where it cannot. */
export async function semanticMatches(query: string): Promise<SemanticMatch[]> {
  try {
    const address = `/api/search?${new URLSearchParams({ q: query })}`;
    const answer = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
    if (!answer.ok) return [];
    const { notes } = (await answer.json()) as { notes: (SemanticMatch & { byMeaning?: true })[] };
    return notes.filter(({ byMeaning }) => byMeaning);
  } catch {
    return [];
  }
}
