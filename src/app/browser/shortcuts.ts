import { paths } from '../../platform/model/paths.ts';
import { isFreeKey, shortcutOf, shortcutsOn, type ShortcutName } from '../../platform/browser/shortcut-keys.ts';

const timeoutMs = 1000;
const places = { home: paths.home, notes: paths.list(1), library: paths.user, inbox: paths.inbox, write: paths.write };

/** Starts the keyboard shortcuts of the site. They ignore fields, and keys with a modifier. */
export function startShortcuts(): void {
  let pendingSince = Number.NEGATIVE_INFINITY;
  addEventListener('keydown', (event) => {
    if (!isFreeKey(event)) return;
    const { key } = event;
    const { name, wait } = shortcutOf(key, event.timeStamp - pendingSince < timeoutMs);
    if (key !== 'Shift') pendingSince = wait ? event.timeStamp : Number.NEGATIVE_INFINITY;
    if (name && shortcutsOn()) {
      event.preventDefault();
      run(name);
    }
  });
  for (const button of document.querySelectorAll<HTMLElement>('[data-shortcuts]')) {
    button.addEventListener('click', help);
  }
}

function run(name: ShortcutName) {
  if (name === 'help') return help();
  if (name === 'next' || name === 'previous') return walk(name === 'next' ? 1 : -1);
  if (name !== 'search') return location.assign(places[name]);
  const field = document.querySelector<HTMLInputElement>('input[type=search]');
  if (!field) return location.assign(paths.search);
  field.focus();
  field.select();
}

/** Moves the focus to the next or previous card of the page; from anywhere else, to the first one. */
function walk(step: 1 | -1) {
  const cards = [...document.querySelectorAll<HTMLElement>('main .card')];
  const now = cards.findIndex((card) => card.contains(document.activeElement));
  const next = cards[now < 0 ? 0 : now + step];
  next?.querySelector<HTMLElement>(':is(h2, h3) a')?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

function help() {
  import('../views/HelpModal.tsx').then(
    ({ showHelp }) => showHelp(),
    (error: unknown) => console.error('The help could not be shown.', error),
  );
}
