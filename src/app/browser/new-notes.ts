import type { SessionUser } from '../../people/model/user.ts';
import { stored } from '../../platform/browser/device-storage.ts';
import { paths } from '../../platform/model/paths.ts';

/** A visit ends when the front page has not been opened for an hour, whichever tabs it was in. */
const visitMs = 60 * 60_000;

/**
 * A person's last visit: the newest note before it and in it (ISO times), and when the front page was last opened
 * (milliseconds since 1970).
 */
type Visit = { before: string; newest: string; at: number };

const visitOf = (id: string) =>
  stored<Visit>(`commonplace:seen:front:${id}`, (kept) => {
    const visit = kept as Partial<Visit> | null;
    return typeof visit?.at === 'number' ? (visit as Visit) : undefined;
  });

/**
 * Marks what others have published on the front page since the person's last visit, as far as this browser knows it. The
 * marks are still there after Back and in another tab.
 */
export function markNewNotes({ id, handle }: SessionUser): void {
  const times = [...document.querySelectorAll<HTMLTimeElement>('.front .card time')];
  const newest = times.map(({ dateTime }) => dateTime).reduce((one, other) => (one > other ? one : other), '');
  if (newest === '') return;
  const known = visitOf(id).get() ?? { before: newest, newest, at: Date.now() };
  const age = Date.now() - known.at;
  const before = age >= 0 && age < visitMs ? known.before : known.newest;
  visitOf(id).set({ before, newest: newest > known.newest ? newest : known.newest, at: Date.now() });
  for (const time of times) {
    const item = time.closest('li');
    const isOwn = item?.querySelector('.card-meta > a')?.getAttribute('href') === paths.person(handle);
    if (time.dateTime > before && !isOwn) item?.setAttribute('data-new', '');
  }
}
