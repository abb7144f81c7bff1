import { paths, tagFolder } from '../../platform/model/paths.ts';
import { mutesOf } from './mutes-kept.ts';

type Muted = Awaited<ReturnType<typeof mutesOf>>;

/**
 * Hides what this person mutes: cards in lists, comments in threads. The page itself is the same for everyone. Elements that
 * are added later (search results, more comments) are hidden too.
 */
export async function hideMuted(userId: string): Promise<void> {
  const muted = await mutesOf(userId);
  const main = document.querySelector('main');
  if (muted.length === 0 || !main) return;
  const isMuted = ruleOf(muted, location.pathname);
  const hide = () => {
    for (const card of main.querySelectorAll<HTMLElement>('.card')) if (isMuted.card(card)) hideCard(card);
    for (const comment of main.querySelectorAll<HTMLElement>('.comment[data-author]')) {
      if (isMuted.comment(comment)) hideComment(comment);
    }
  };
  hide();
  new MutationObserver(hide).observe(main, { childList: true, subtree: true });
}

/** Which cards and comments are muted on the page at this path. On a muted person's or tag's own page they are shown. */
function ruleOf(muted: Muted, here: string) {
  const mutedOf = (kind: string) => muted.filter((mute) => mute.kind === kind);
  const people = mutedOf('person').filter(({ handle = '' }) => !`${here}/`.startsWith(`${paths.person(handle)}/`));
  const tags = mutedOf('tag').filter(
    ({ id }) => ![`${tagFolder(id)}/`, `${tagFolder(id)}_`].some((begin) => here.startsWith(begin)),
  );
  const links = new Set([
    ...people.map(({ handle = '' }) => paths.person(handle)),
    ...tags.map(({ id }) => paths.tag(id)),
  ]);
  const nested = tags.map(({ id }) => `${tagFolder(id)}_`);
  const isMutedLink = (href: string) => links.has(href) || nested.some((begin) => href.startsWith(begin));
  const sites = new Set(mutedOf('site').map(({ id }) => id));
  const speakers = new Set(mutedOf('person').map(({ id }) => id));
  return {
    card: (card: HTMLElement) =>
      [...card.querySelectorAll('.card-meta a')].some((link) => isMutedLink(link.getAttribute('href') ?? '')) ||
      sites.has(card.querySelector('.card-host')?.textContent ?? ''),
    comment: ({ dataset }: HTMLElement) => speakers.has(dataset.author ?? ''),
  };
}

function hideCard(card: HTMLElement) {
  const item = card.closest('li') ?? card;
  if (item.hidden) return;
  item.hidden = true;
  showHint(item);
}

/** Hides a comment. Replies by others stay visible. */
function hideComment(comment: HTMLElement) {
  const parts = comment.querySelectorAll<HTMLElement>(
    ':scope > .comment-by, :scope > details > :is(.prose, .comment-acts)',
  );
  for (const part of parts) part.hidden = true;
  comment.hidden = !comment.querySelector('.comment');
  showHint(comment.closest('.thread > .comments') ?? comment);
}

/** Says once below a list that some of it is hidden, with a link to the settings. */
function showHint(item: HTMLElement) {
  const list = item.closest('ul, ol');
  if (!list || list.nextElementSibling?.hasAttribute('data-muted')) return;
  const line = document.createElement('p');
  line.className = 'nothing';
  line.dataset.muted = '';
  const link = document.createElement('a');
  link.href = paths.settingsOf('notifications');
  link.textContent = 'See what you’ve muted';
  line.append('Something here is hidden because you muted it. ', link);
  list.after(line);
}
