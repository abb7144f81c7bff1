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

/** Puts the buttons that follow and mute in the place of the links that lead visitors to signing in. */
export function showFollowButtons(places: Iterable<HTMLElement>, user: SessionUser): void {
  for (const place of places) {
    const { follow: kind = '', id = '', by } = place.dataset;
    // Nobody follows themselves, or what they put together, or hides a site from which they saved this.
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
  const made = document.createElement('button');
  made.type = 'button';
  made.className = 'button quiet small';
  const whom = document.createElement('span');
  // Below a note, nothing else says what a button is about.
  const said = { thread: ' thread', site: ` ${name}` }[kind];
  if (said === undefined) whom.className = 'sr-only';
  whom.textContent = said ?? ` ${name}`;
  let chosen = false;
  const show = (next: boolean) => {
    chosen = next;
    made.setAttribute('aria-pressed', String(next));
    made.replaceChildren(next ? on : off, whom);
  };

  const known = await call(`GET ${path}`, { at: { kind, id } });
  show(known.ok && ('following' in known.data ? known.data.following : known.data.muted));
  made.addEventListener('click', () => {
    if (made.ariaBusy === 'true') return;
    made.ariaBusy = 'true';
    show(!chosen);
    // At once, too: the next page may be opened before the answer is here, and must not trust what was known.
    if (what === 'mute') forgetMutes();
    void call(`${chosen ? 'PUT' : 'DELETE'} ${path}`, { at: { kind, id } }).then((answer) => {
      made.ariaBusy = null;
      if (what === 'mute') forgetMutes();
      if (answer.ok) return;
      show(!chosen);
      toasts.add({
        title: 'Couldn’t change that',
        description: answer.problem.detail,
        color: 'danger',
        icon: 'warning',
      });
    });
  });
  return made;
}
