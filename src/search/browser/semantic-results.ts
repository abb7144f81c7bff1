import { cardOf, titleLink } from './search-cards.ts';
import { device } from '../../platform/browser/device-storage.ts';
import type { SearchedNote } from '../model/note.ts';

/** A note that is semantically similar to the typed text and has none of its words. */
type SemanticMatch = Omit<SearchedNote, 'text' | 'next'>;

const timeoutMs = 8_000;
const wordsOnlyKey = 'search-words-only';

/** Whether this reader wants what they type to stay in their browser. */
const wantsWordsOnly = (): boolean => device.read(wordsOnlyKey) === 'yes';

const keepWordsOnly = (wanted: boolean): boolean => device.write(wordsOnlyKey, wanted ? 'yes' : undefined);

/** The notes that the server finds only by meaning, most similar first; empty if it fails. */
async function semanticMatches(query: string): Promise<SemanticMatch[]> {
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

/** How long typing must pause before the text is sent to the server. */
const restMs = 800;

const switchedOn =
  'Notes with a similar meaning are found by a language model, which gets what you type when you pause.';
const switchedOff = 'What you type stays in your browser, which finds notes by their words.';

/** The number of similar notes, or `looking` while it is unknown. */
export type SemanticCount = number | 'looking';

/**
 * The part at the end of the search page: notes with a similar meaning and none of the words, once typing pauses, and the
 * switch that keeps the typed text in this browser. It only adds to the end of the results, so nothing moves that a
 * reader may be about to press. `onCount` receives the number of notes.
 */
export function startSemanticResults(
  card: HTMLTemplateElement,
  after: Element,
  onCount: (count: SemanticCount) => void,
) {
  const place = element('section', 'search-near');
  place.setAttribute('aria-label', 'Similar in meaning');
  const heading = element('h2', '', 'Similar in meaning');
  const list = element('ul', 'cards');
  const hint = element('p');
  const toggle = element('button', 'button quiet small');
  toggle.type = 'button';
  place.append(heading, list, hint, toggle);
  after.after(place);

  let wordsOnly = wantsWordsOnly();
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let lastQuery = '';
  let turn = 0;

  function show(notes: readonly SemanticMatch[], count: SemanticCount = notes.length) {
    heading.hidden = notes.length === 0;
    const hits = notes.map((note) => ({ note: { ...note, text: '' }, terms: new Set<string>(), missing: [] }));
    list.replaceChildren(...hits.map((hit) => cardOf(card, hit)));
    onCount(count);
  }

  function look(query: string, restedMs = restMs) {
    if (query === lastQuery) return;
    clearTimeout(waiting);
    lastQuery = query;
    const mine = ++turn;
    if (query === '' || wordsOnly) return show([]);
    show([], 'looking');
    const find = async () => {
      const notes = await semanticMatches(query);
      if (mine === turn) show(notes);
    };
    waiting = setTimeout(() => void find(), restedMs);
  }

  function showSwitch() {
    hint.textContent = wordsOnly ? switchedOff : switchedOn;
    toggle.textContent = wordsOnly ? 'Search by meaning too' : 'Search by words only';
  }

  toggle.addEventListener('click', () => {
    const query = lastQuery;
    wordsOnly = !wordsOnly;
    keepWordsOnly(wordsOnly);
    showSwitch();
    lastQuery = '';
    look(query, 0);
  });
  showSwitch();
  show([]);
  return { look, links: () => [...list.querySelectorAll<HTMLElement>(titleLink)] };
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className = '',
  text = '',
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  created.className = className;
  created.textContent = text;
  return created;
}
