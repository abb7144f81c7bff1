import type { SearchIndex } from '../../search/model/index.ts';
import { startAsking } from '../../assistant/browser/asking.ts';
import { cardOf, titleLink } from '../../search/browser/search-cards.ts';
import { startSavedSearches } from '../../search/browser/saved-searches.ts';
import type { find as Find, Hit } from '../../search/browser/search-index.ts';
import type { SemanticCount, startSemanticResults } from '../../search/browser/semantic-results.ts';
import { rememberQuery, walkByArrows } from '../../search/browser/search-keys.ts';

const step = 10;
/** So many notes are shown at most: whoever wants more narrows the search. */
const max = 50;

const one = <T extends HTMLElement>(selector: string) => document.querySelector<T>(selector);
const form = one<HTMLFormElement>('[data-search]');
const field = one<HTMLInputElement>('[data-search] input');
const status = one('[data-search-status]');
const results = one('[data-search-results]');
const card = one<HTMLTemplateElement>('[data-search-card]');
const again = one<HTMLButtonElement>('[data-search-again]');
const more = one<HTMLButtonElement>('[data-search-more]');
const loading = one('[data-search-loading]');
const tags = one('.search-tags');

let search: Promise<{ find: typeof Find; index: SearchIndex }> | undefined;
let turn = 0;
let wanted = step;
/** What words found, and where the server finds notes by meaning, what comes of that. */
let byWords = { words: '', shown: 0, query: '' };
let meaning: SemanticCount = 0;
let near: ReturnType<typeof startSemanticResults> | undefined;

const queryTyped = () => field?.value.trim() ?? '';

/** The engine and the index come with the first keystroke; what is newer than the index joins when it is there. */
function load() {
  search ??= import('../../search/browser/search-index.ts').then(async ({ find, openPublished, openNewest }) => {
    const index = await openPublished();
    void openNewest(index).then((newest) => {
      if (newest?.meaning) void lookByMeaning();
      if (!newest || newest.index === index) return;
      search = Promise.resolve({ find, index: newest.index });
      void show();
    });
    return { find, index };
  });
  return search;
}

async function lookByMeaning() {
  const { startSemanticResults } = await import('../../search/browser/semantic-results.ts');
  if (!card || !tags) return;
  near ??= startSemanticResults(card, tags, (found) => {
    meaning = found;
    tell();
  });
  near.look(queryTyped());
}

async function show() {
  const query = queryTyped();
  const mine = ++turn;
  if (again) again.hidden = true;
  if (!query) {
    near?.look('');
    return fill('', [], 0);
  }
  const slow = setTimeout(() => loading && mine === turn && (loading.hidden = false), 150);
  try {
    const { hits, total } = await found(query);
    if (mine !== turn) return;
    fill(summary(query, hits.length, total), hits, total, query);
    near?.look(query);
  } catch (error) {
    search = undefined;
    console.error('The search could not be loaded.', error);
    if (mine !== turn) return;
    fill('The search could not be loaded. The tags below lead to the notes, too.', [], 0);
    if (again) again.hidden = false;
  } finally {
    clearTimeout(slow);
    if (loading && mine === turn) loading.hidden = true;
  }
}

/** A build that was published meanwhile may have taken files along: then the index is opened again, once. */
async function found(query: string) {
  try {
    const { find, index } = await load();
    return await find(index, query, wanted);
  } catch {
    search = undefined;
    const { find, index } = await load();
    return find(index, query, wanted);
  }
}

function fill(words: string, hits: readonly Hit[], total: number, query = '') {
  byWords = { words, shown: hits.length, query };
  const held = links().find((link) => link === document.activeElement);
  if (card) results?.replaceChildren(...hits.map((hit) => cardOf(card, hit)));
  // What is newer than the index comes late: whoever walks through what was found already goes on there.
  if (held) (links().find(({ href }) => href === held.href) ?? field)?.focus();
  if (more) more.hidden = hits.length < wanted || hits.length >= Math.min(total, max);
  tell();
}

/** Tags give way to what is found, and while something may be: they come back only where nothing was. */
function tell() {
  const { words, shown, query } = byWords;
  const others = query !== '' && meaning !== 0;
  if (status) status.textContent = others ? withMeaning(words, shown, query) : words;
  document.documentElement.toggleAttribute('data-found', shown > 0 || others);
}

function withMeaning(words: string, shown: number, query: string): string {
  const first = shown > 0 ? words : `No note has the words of “${query}”.`;
  if (meaning === 'looking') return shown > 0 ? words : `${first} Looking for what is near in meaning …`;
  const [one, many] = shown > 0 ? ['One more is', 'more are'] : ['One note is', 'notes are'];
  return `${first} ${meaning === 1 ? one : `${meaning} ${many}`} near in meaning.`;
}

function summary(query: string, shown: number, total: number): string {
  if (shown === 0) return `Nothing found for “${query}”. Try fewer words, or one of the tags.`;
  if (shown < total) return `The best ${shown} of ${total} notes.`;
  return shown === 1 ? 'One note.' : `${shown} notes.`;
}

startAsking();
const remember = rememberQuery(queryTyped);
const links = () => [...(results?.querySelectorAll<HTMLAnchorElement>(titleLink) ?? [])];
const stops = (): HTMLElement[] => [...(field ? [field] : []), ...links(), ...(near?.links() ?? [])];

function ask() {
  wanted = step;
  return show();
}

form?.addEventListener('submit', (event) => {
  event.preventDefault();
  void ask().then(() => links()[0]?.focus());
});
field?.addEventListener('input', () => {
  void ask();
  remember();
});
again?.addEventListener('click', () => void show());
more?.addEventListener('click', () => {
  const first = links().length;
  wanted += step;
  void show().then(() => links()[first]?.focus());
});
walkByArrows(stops);

if (field) {
  field.value ||= new URLSearchParams(location.search).get('q') ?? '';
  if (field.value) void show();
  else field.focus();
  startSavedSearches(field);
}
