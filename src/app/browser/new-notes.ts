import type { SessionUser } from '../../people/model/user.ts';
import { device, tab } from '../../platform/browser/device-storage.ts';
import { paths } from '../../platform/model/paths.ts';

/**
 * Marks what others have published on the front page since the person's last visit, as far as this browser knows it. A visit
 * lasts as long as its tab, so that the marks are still there after Back.
 */
export function markNewNotes({ id, handle }: SessionUser): void {
  const times = [...document.querySelectorAll<HTMLTimeElement>('.front .card time')];
  const newest = times.map(({ dateTime }) => dateTime).reduce((one, other) => (one > other ? one : other), '');
  if (newest === '') return;
  const key = `commonplace:seen:front:${id}`;
  const before = tab.read(key) ?? device.read(key) ?? newest;
  tab.write(key, before);
  device.write(key, newest);
  for (const time of times) {
    const item = time.closest('li');
    const isOwn = item?.querySelector('.card-meta > a')?.getAttribute('href') === paths.person(handle);
    if (time.dateTime > before && !isOwn) item?.setAttribute('data-new', '');
  }
}
