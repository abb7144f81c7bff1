import { paths } from '../../platform/model/paths.ts';
import { session, type SessionState } from '../../people/browser/session.ts';

const known: Record<NonNullable<SessionState['unsure']>, string> = {
  offline: 'You’re offline. This is what’s stored on this device.',
  failing: 'The server isn’t answering. This is what’s stored on this device.',
  slow: '',
};
const unknown: typeof known = {
  offline: 'You’re offline, and this device doesn’t know who you are. This page opens once you’re connected.',
  failing: 'The server isn’t answering, so we can’t tell who you are. You may well be signed in.',
  slow: 'The server is slow to answer. This page opens as soon as it does.',
};

let line: HTMLElement | undefined;
/** The page's name while its own heading is hidden with all the rest. */
const heading = document.createElement('h1');

/** Explains on a personal page why it shows less than usual, or nothing yet, while the session is unknown. */
export function showSessionUnknown(): void {
  if (!line) {
    line = Object.assign(document.createElement('p'), { className: 'kept' });
    line.setAttribute('role', 'status');
    Object.assign(heading, { className: 'sr-only', textContent: document.title.replace(/ · .*/u, '') });
    document.querySelector('.guarded')?.before(heading, line);
    session.subscribe(show);
  }
  show();
}

function show(): void {
  const { unsure, user } = session.getSnapshot();
  heading.hidden = !unsure || user !== undefined;
  // The library has its own notice about that.
  const hasOwnNotice = user && location.pathname === paths.user;
  const words = unsure && !hasOwnNotice ? (user ? known : unknown)[unsure] : '';
  if (!line || line.dataset.words === words) return;
  line.dataset.words = words;
  line.hidden = words === '';
  line.replaceChildren(words, ' ');
  if (unsure !== 'failing') return;
  const retry = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Try again' });
  retry.className = 'button quiet small';
  retry.addEventListener('click', () => void session.fetch({ force: true }));
  line.append(retry);
}
