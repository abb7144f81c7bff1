import { paths } from '../../platform/model/paths.ts';
import { maxSavedSearches } from '../model/query.ts';
import type { SavedSearch } from '../model/saved.ts';
import { send, type Failure, sentenceFor } from '../../platform/browser/api.ts';
import { session } from '../../people/browser/session.ts';

const savedMessage = 'Saved. New matches will arrive in your inbox.';
const hints = {
  none: 'No saved searches yet. Search for something, then save it to hear about new matches.',
  some: 'Only you see these. New matches arrive in your inbox.',
  full: `Only you see these. You’ve saved ${maxSavedSearches}, the most you can.`,
  failed: 'Your saved searches couldn’t be loaded.',
};

/** A query as it is saved: however it is spaced, it is the same search. */
const asKept = (query: string) => query.replace(/\s+/gu, ' ').trim();

/**
 * Lets readers save the search in the field and remove it again, and lists their saved searches. Readers who are not
 * signed in are sent to sign in, and return to their search.
 */
export function startSavedSearches(field: HTMLInputElement): void {
  const part = <T extends HTMLElement>(name: string) => document.querySelector<T>(`[data-${name}]`);
  const button = part<HTMLButtonElement>('save-search');
  const place = part<HTMLDetailsElement>('saved');
  const retry = part<HTMLButtonElement>('saved-again');
  /** The ids of the saved searches by query. The rows of removed ones stay. */
  const ids = new Map<string, string>();
  const rows = new Map<string, SavedRow>();
  let loading: Promise<void> | undefined;

  const write = (name: string, text: string) => part(name)?.replaceChildren(text);

  function showButton() {
    const query = asKept(field.value);
    if (!button) return;
    button.hidden = query === '';
    const on = ids.has(query);
    button.setAttribute('aria-pressed', String(on));
    button.textContent = on ? 'Search saved' : 'Save this search';
  }

  function showAll() {
    for (const query of ids.keys()) if (!rows.has(query)) addRow(query);
    rows.forEach((row, query) => row.show(ids.has(query)));
    write('saved-count', ids.size > 0 ? `(${ids.size})` : '');
    write('saved-hint', ids.size === 0 ? hints.none : ids.size < maxSavedSearches ? hints.some : hints.full);
    if (place && (rows.size > 0 || isAskedFor())) place.hidden = false;
    showButton();
  }

  function addRow(query: string) {
    const row = savedRow(query, () => toggle(query));
    rows.set(query, row);
    part('saved-list')?.prepend(row.element);
  }

  /** Saves the search, or removes it if it is saved. */
  async function toggle(query: string): Promise<void> {
    write('saved-said', '');
    const id = ids.get(query);
    const answer =
      id === undefined
        ? await send<{ search: SavedSearch }>('POST', '/api/searches', { query })
        : await send<undefined>('DELETE', `/api/searches/${id}`);
    if (!answer.ok) return refused(answer);
    if (answer.data) ids.set(answer.data.search.query, answer.data.search.id);
    else ids.delete(query);
    showAll();
    write('saved-said', answer.data ? savedMessage : 'You won’t hear about new matches any more.');
  }

  function refused(failure: Failure): void {
    if (failure.status === 401) return signIn();
    if (failure.status === 409 && place) place.open = true;
    write('saved-said', sentenceFor(failure, new Date()));
  }

  const signIn = () => location.assign(paths.signIn(paths.searchFor(asKept(field.value))));

  async function load(): Promise<void> {
    const answer = await send<{ searches: SavedSearch[] }>('GET', '/api/searches');
    if (retry) retry.hidden = answer.ok;
    if (!answer.ok) {
      loading = undefined;
      if (place) place.hidden = false;
      return write('saved-hint', hints.failed);
    }
    // Each row is inserted before the existing ones, so the oldest one is first.
    for (const { id, query } of answer.data.searches.toReversed()) ids.set(query, id);
    showAll();
  }

  const loaded = () => (loading ??= load());

  button?.addEventListener('click', () => {
    if (button.ariaBusy === 'true') return;
    button.ariaBusy = 'true';
    const query = asKept(field.value);
    void session.fetch().then(async ({ user }) => {
      if (user) await loaded();
      if (user) await toggle(query);
      button.ariaBusy = null;
      if (!user) signIn();
    });
  });
  retry?.addEventListener('click', () => void loaded());
  field.addEventListener('input', () => {
    write('saved-said', '');
    showButton();
  });
  const whenSignedIn = () => session.user && void loaded();
  session.subscribe(whenSignedIn);
  whenSignedIn();
  if (place && isAskedFor()) place.open = true;
  showButton();
}

const isAskedFor = () => location.hash === new URL(paths.savedSearches, location.origin).hash;

/** A row of the saved searches. It stays when its search is removed, so that this can be saved again. */
type SavedRow = { element: HTMLLIElement; show: (saved: boolean) => void };

/** A row for a search, with a button that calls `toggle`. Pressing again before that is done does nothing. */
function savedRow(query: string, toggle: () => Promise<void>): SavedRow {
  const element = document.createElement('li');
  const link = document.createElement('a');
  link.href = paths.searchFor(query);
  link.dir = 'auto';
  link.textContent = query;
  const button = document.createElement('button');
  button.type = 'button';
  button.addEventListener('click', () => {
    if (button.ariaBusy === 'true') return;
    button.ariaBusy = 'true';
    void toggle().then(() => (button.ariaBusy = null));
  });
  element.append(link, button);
  return {
    element,
    show(saved) {
      element.toggleAttribute('data-gone', !saved);
      button.textContent = saved ? 'Remove' : 'Save again';
      button.setAttribute('aria-label', `${button.textContent}: ${query}`);
    },
  };
}
