import type { SessionUser } from '../../people/model/user.ts';
import { call } from './calls.ts';
import { forgetMutes } from './mutes-kept.ts';
import { toasts } from '../../ui/toasts/toasts.ts';

type What = 'follow' | 'mute';

const words = {
  follow: { off: 'Follow', on: 'Following' },
  mute: { off: 'Mute', on: 'Muted' },
} as const;

const offered: Record<string, readonly What[] | undefined> = {
  thread: ['follow'],
  collection: ['follow'],
  site: ['mute'],
};

/** Replaces the links to signing in, which visitors get, by buttons that follow and mute. */
export function showFollowButtons(places: Iterable<HTMLElement>, user: SessionUser): void {
  for (const place of places) {
    const { follow: kind = '', id = '', by } = place.dataset;
    // Nobody follows themselves or their own collections, or mutes the site of their own note.
    if ((kind === 'person' && id === user.handle) || by === user.handle) place.replaceChildren();
    else void fill(place, offered[kind] ?? ['follow', 'mute']);
  }
}

async function fill(place: HTMLElement, acts: readonly What[]) {
  const buttons = await Promise.all(acts.map((what) => button(place, what)));
  place.replaceChildren(...buttons);
}

async function button({ dataset }: HTMLElement, what: What): Promise<HTMLButtonElement> {
  const { follow: kind = '', id = '', name = '' } = dataset;
  const { off, on } = words[what];
  const path = `/api/${what}s/{kind}/{id}` as const;
  const element = document.createElement('button');
  element.type = 'button';
  element.className = 'button quiet small';
  const target = document.createElement('span');
  // Below a note, nothing else says what the button is about.
  const said = { thread: ' thread', site: ` ${name}` }[kind];
  if (said === undefined) target.className = 'sr-only';
  target.textContent = said ?? ` ${name}`;
  let chosen = false;
  const show = (next: boolean) => {
    chosen = next;
    element.setAttribute('aria-pressed', String(next));
    element.replaceChildren(next ? on : off, target);
  };

  const known = await call(`GET ${path}`, { at: { kind, id } });
  show(known.ok && ('following' in known.data ? known.data.following : known.data.muted));
  element.addEventListener('click', () => {
    if (element.ariaBusy === 'true') return;
    element.ariaBusy = 'true';
    show(!chosen);
    // Also before the answer: the next page may open first, and must not use the old mutes.
    if (what === 'mute') forgetMutes();
    void call(`${chosen ? 'PUT' : 'DELETE'} ${path}`, { at: { kind, id } }).then((answer) => {
      element.ariaBusy = null;
      if (what === 'mute') forgetMutes();
      if (answer.ok) return;
      show(!chosen);
      toasts.add({
        title: 'Couldn’t change that',
        description: answer.problem.detail,
        color: 'danger',
      });
    });
  });
  return element;
}
