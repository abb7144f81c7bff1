import type { SearchIndex } from '../domain/search-index.ts';
import { cardOf } from './search-cards.ts';
import type { Hit } from './search-engine.ts';

const shownAtMost = 50;
const patienceMs = 15_000;
type Search = { find: (query: string) => Hit[]; total: number; searched: number };

const one = <T extends HTMLElement>(selector: string) => document.querySelector<T>(selector);
const form = one<HTMLFormElement>('[data-search]');
const field = one<HTMLInputElement>('[data-search] input');
const status = one('[data-search-status]');
const results = one('[data-search-results]');
const card = one<HTMLTemplateElement>('[data-search-card]');
const again = one<HTMLButtonElement>('[data-search-again]');
const loading = one('[data-search-loading]');

let search: Promise<Search> | undefined;
let turn = 0;

/** The engine and what it searches in come with the first keystroke. */
async function load(): Promise<Search> {
  const [{ searchAmong }, answer] = await Promise.all([
    import('./search-engine.ts'),
    fetch('/search-index.json', { signal: AbortSignal.timeout(patienceMs) }),
  ]);
  if (!answer.ok) throw new Error(`The index answered ${answer.status}.`);
  const { total, notes } = (await answer.json()) as SearchIndex;
  return { find: searchAmong(notes), total, searched: notes.length };
}

async function show() {
  const query = field?.value.trim() ?? '';
  const mine = ++turn;
  if (again) again.hidden = true;
  if (!query) return fill('', []);
  const slow = setTimeout(() => loading && mine === turn && (loading.hidden = false), 150);
  try {
    search ??= load();
    const { find, total, searched } = await search;
    if (mine !== turn) return;
    const hits = find(query);
    fill(
      summary(query, hits.length) + (searched < total ? ` Searched: the newest ${searched} of ${total}.` : ''),
      hits,
    );
  } catch (error) {
    search = undefined;
    console.error('The search could not be loaded.', error);
    if (mine !== turn) return;
    fill('The search could not be loaded. The tags below lead to the notes, too.', []);
    if (again) again.hidden = false;
  } finally {
    clearTimeout(slow);
    if (loading && mine === turn) loading.hidden = true;
  }
}

function fill(words: string, hits: readonly Hit[]) {
  if (status) status.textContent = words;
  if (card) results?.replaceChildren(...hits.slice(0, shownAtMost).map((hit) => cardOf(card, hit)));
  document.documentElement.toggleAttribute('data-found', hits.length > 0);
}

function summary(query: string, count: number): string {
  if (count === 0) return `Nothing found for “${query}”. Try fewer words, or one of the tags.`;
  if (count > shownAtMost) return `The best ${shownAtMost} of ${count} notes.`;
  return count === 1 ? 'One note.' : `${count} notes.`;
}

let remembering: ReturnType<typeof setTimeout> | undefined;

/** The address keeps the query, for going back and for sending on. Browsers allow only so many changes a minute. */
function remember() {
  clearTimeout(remembering);
  remembering = setTimeout(() => {
    const query = field?.value.trim();
    history.replaceState(history.state, '', query ? `?${new URLSearchParams({ q: query })}` : location.pathname);
  }, 250);
}

const links = () => [...(results?.querySelectorAll<HTMLElement>('[data-card=title]') ?? [])];

form?.addEventListener('submit', (event) => {
  event.preventDefault();
  void show().then(() => links()[0]?.focus());
});
field?.addEventListener('input', () => {
  void show();
  remember();
});
again?.addEventListener('click', () => void show());
addEventListener('keydown', (event) => {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const stops = [...(field ? [field] : []), ...links()];
  const next = stops[stops.findIndex((stop) => stop === event.target) + (event.key === 'ArrowDown' ? 1 : -1)];
  if (!stops.some((stop) => stop === event.target) || !next) return;
  event.preventDefault();
  next.focus();
});

if (field) {
  field.value ||= new URLSearchParams(location.search).get('q') ?? '';
  if (field.value) void show();
  else field.focus();
}
