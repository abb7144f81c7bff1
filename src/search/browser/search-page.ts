import { countedOf } from '../../platform/model/counted.ts';
import { cardOf, titleLink } from './search-cards.ts';
import { startSavedSearches } from './saved-searches.ts';
import { createPublishedSearch } from './published-search.ts';
import type { Hit } from './search-index.ts';
import type { SemanticCount, startSemanticResults } from './semantic-results.ts';

/** Moves with the arrow keys from the field through the results, and back. */
function walkByArrows(stops: () => HTMLElement[]): void {
  addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const all = stops();
    const at = all.findIndex((stop) => stop === event.target);
    const next = all[at + (event.key === 'ArrowDown' ? 1 : -1)];
    if (at < 0 || !next) return;
    event.preventDefault();
    next.focus();
  });
}

/** Keeps the query in the address, for going back and for sharing. Browsers limit how often an address may change. */
function rememberQuery(query: () => string): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      const text = query();
      history.replaceState(history.state, '', text ? `?${new URLSearchParams({ q: text })}` : location.pathname);
    }, 250);
  };
}

const step = 10;
/** The maximum number of results. To see others, a reader narrows the search. */
const max = 50;

/** Starts the search page. All its state is made by this call and lives as long as the page. */
export function startSearchPage(): void {
  const field = part<HTMLInputElement>('[data-search] input');
  const results = part('[data-search-results]');
  const card = part<HTMLTemplateElement>('[data-search-card]');
  const retry = part('[data-search-again]');
  const more = part('[data-search-more]');
  const loading = part('[data-search-loading]');
  const find = createPublishedSearch(({ meaning, changed }) => {
    if (meaning) void lookByMeaning();
    if (changed) void show();
  });
  let turn = 0;
  let wanted = step;
  let found: Found = { query: '', shown: 0, total: 0 };
  /** If the server finds notes by meaning: the part of the page that shows them, and how many there are. */
  let semantic: ReturnType<typeof startSemanticResults> | undefined;
  let semanticCount: SemanticCount = 0;

  const queryTyped = () => field.value.trim();
  const links = () => [...results.querySelectorAll<HTMLAnchorElement>(titleLink)];

  async function lookByMeaning() {
    const { startSemanticResults } = await import('./semantic-results.ts');
    semantic ??= startSemanticResults(card, part('.search-tags'), (count) => {
      semanticCount = count;
      showStatus();
    });
    semantic.look(queryTyped());
  }

  async function show() {
    const query = queryTyped();
    const mine = ++turn;
    retry.hidden = true;
    if (!query) {
      semantic?.look('');
      return fill([], { query, shown: 0, total: 0 });
    }
    const slow = setTimeout(() => {
      if (mine === turn) loading.hidden = false;
    }, 150);
    try {
      const { hits, total } = await find(query, wanted);
      if (mine !== turn) return;
      fill(hits, { query, shown: hits.length, total });
      semantic?.look(query);
    } catch (error) {
      console.error('The search could not be loaded.', error);
      if (mine !== turn) return;
      fill([], { query, shown: 0, total: 0, failed: true });
      retry.hidden = false;
    } finally {
      clearTimeout(slow);
      if (mine === turn) loading.hidden = true;
    }
  }

  function fill(hits: readonly Hit[], next: Found) {
    found = next;
    const focused = links().find((link) => link === document.activeElement);
    const cards = hits.map((hit) => cardOf(card, hit));
    keepPictures(results, cards);
    results.replaceChildren(...cards);
    // Results newer than the index come late: a reader who moves through the results keeps their place.
    if (focused) (links().find(({ href }) => href === focused.href) ?? field).focus();
    more.hidden = hits.length < wanted || hits.length >= Math.min(next.total, max);
    showStatus();
  }

  /** Tags are hidden while there are results or some may still come. They return only if nothing is found. */
  function showStatus() {
    part('[data-search-status]').textContent = inWords(found, semanticCount);
    document.documentElement.toggleAttribute('data-found', found.shown > 0 || maySemanticCome(found, semanticCount));
  }

  function ask() {
    wanted = step;
    return show();
  }

  const remember = rememberQuery(queryTyped);
  part('[data-search]').addEventListener('submit', (event) => {
    event.preventDefault();
    void ask().then(() => links()[0]?.focus());
  });
  field.addEventListener('input', () => {
    void ask();
    remember();
  });
  for (const chip of document.querySelectorAll<HTMLElement>('[data-insert]')) {
    chip.addEventListener('click', () => insert(field, chip.dataset['insert'] ?? ''));
  }
  retry.addEventListener('click', () => void show());
  more.addEventListener('click', () => {
    const first = links().length;
    wanted += step;
    void show().then(() => links()[first]?.focus());
  });
  walkByArrows(() => [field, ...links(), ...(semantic?.links() ?? [])]);
  field.value ||= new URLSearchParams(location.search).get('q') ?? '';
  if (field.value) void show();
  else field.focus();
  startSavedSearches(field);
}

/** Moves the pictures that are already shown into the new cards: new ones would be blank for a moment at each letter. */
function keepPictures(results: HTMLElement, cards: readonly HTMLElement[]): void {
  const shown = new Map([...results.querySelectorAll('img')].map((picture) => [picture.src, picture]));
  for (const picture of cards.flatMap((one) => [...one.querySelectorAll('img')])) {
    const same = shown.get(picture.src);
    if (same) picture.replaceWith(same);
    shown.delete(picture.src);
  }
}

/** Appends a part of a query to the typed text, with the caret where its words go. */
function insert(field: HTMLInputElement, typed: string): void {
  const before = field.value.trim();
  field.value = before ? `${before} ${typed}` : typed;
  field.focus();
  const caret = field.value.length - (typed.endsWith('""') ? 1 : 0);
  field.setSelectionRange(caret, caret);
  field.dispatchEvent(new Event('input'));
}

function part<T extends HTMLElement>(selector: string): T {
  const found = document.querySelector<T>(selector);
  if (!found) throw new Error(`The search page has no ${selector}.`);
  return found;
}

/** The result of the search by words. */
type Found = { query: string; shown: number; total: number; failed?: true };

const maySemanticCome = ({ query, failed }: Found, semantic: SemanticCount) =>
  query !== '' && !failed && semantic !== 0;

function inWords(found: Found, semantic: SemanticCount): string {
  const { query, shown, total, failed } = found;
  if (query === '') return '';
  if (failed) return 'Search couldn’t be loaded. Try again, or browse the tags below.';
  const words = shown < total ? `The best ${shown} of ${countedOf(total, 'note')}.` : `${countedOf(shown, 'note')}.`;
  if (!maySemanticCome(found, semantic)) {
    return shown > 0 ? words : `Nothing found for “${query}”. Try fewer words, or pick a tag below.`;
  }
  const first = shown > 0 ? words : `No note has these words: “${query}”.`;
  if (semantic === 'looking') return shown > 0 ? words : `${first} Looking for notes with a similar meaning…`;
  const [one, many] = shown > 0 ? ['One more has', 'more have'] : ['One note has', 'notes have'];
  return `${first} ${semantic === 1 ? one : `${semantic} ${many}`} a similar meaning.`;
}
