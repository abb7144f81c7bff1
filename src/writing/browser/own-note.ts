import { paths } from '../../platform/model/paths.ts';
import { session } from '../../people/browser/session.ts';

/**
 * Shows the links to the editor and to the saved copy of its page, only to the note's author. `article` is the root of a
 * rendered note.
 */
export async function offerEditing(article: HTMLElement | null): Promise<void> {
  const { uuid, author } = article?.dataset ?? {};
  if (!uuid || !author) return;
  const { user } = await session.fetch();
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-own-note]')) {
    link.hidden = user?.id !== author;
    link.href = paths.edit(uuid);
  }
  const source = article?.querySelector('.note-source');
  if (user?.id !== author || !source || source.querySelector('[data-own-copy]')) return;
  const copy = Object.assign(document.createElement('a'), { href: paths.copy(uuid), textContent: 'Read your copy' });
  copy.dataset['ownCopy'] = '';
  // In the line of the source, so that nothing moves.
  source.prepend(copy, ' ');
}
