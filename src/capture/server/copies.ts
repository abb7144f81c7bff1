import type { PagePictures } from '../../pictures/model/picture.ts';
import type { PageFacts } from '../model/capture.ts';

/** What the servers of other nouns read of copies, separate from what makes copies, whose packages only captures need. */
export { copyFactsOf, readCopies, readCopy } from './store/copies.ts';
export { listWantedCopies, wantsCopies } from './store/wanted-copies.ts';

/**
 * What a note shows of its page. Braces are removed, since the script that puts it into a stored note finds its end by
 * them.
 */
export function shownFacts(
  pictures: PagePictures | undefined,
  { author }: Pick<PageFacts, 'author'>,
  minutes: number | undefined,
): PagePictures {
  const by = author.replace(/[{}]/g, '').trim();
  return { bytes: 0, ...pictures, ...(by && { author: by }), ...(minutes !== undefined && { minutes }) };
}
