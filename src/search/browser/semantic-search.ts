import type { SearchedNote } from '../model/searched-note.ts';

/** A note that is near to what was typed in meaning, and has none of its words. */
export type NearNote = Omit<SearchedNote, 'text' | 'next'>;

const patienceMs = 8_000;
const kept = 'search-words-only';

/** Whether this reader wants what they type to stay in their browser. */
export function wantsWordsOnly(): boolean {
  try {
    return localStorage.getItem(kept) === 'yes';
  } catch {
    return false;
  }
}

export function keepWordsOnly(wanted: boolean): void {
  try {
    if (wanted) localStorage.setItem(kept, 'yes');
    else localStorage.removeItem(kept);
  } catch {
    // Where nothing may be kept, it holds for this page.
  }
}

/** The notes that the server finds by meaning alone, the nearest first; none where it cannot. */
export async function nearTo(query: string): Promise<NearNote[]> {
  try {
    const address = `/api/search?${new URLSearchParams({ q: query })}`;
    const answer = await fetch(address, { signal: AbortSignal.timeout(patienceMs) });
    if (!answer.ok) return [];
    const { notes } = (await answer.json()) as { notes: (NearNote & { byMeaning?: true })[] };
    return notes.filter(({ byMeaning }) => byMeaning);
  } catch {
    return [];
  }
}
