import { tab } from '../../platform/browser/device-storage.ts';
import { passageKey } from './asking.ts';
import type { Passage } from '../model/questions.ts';

const pieces = 'p, li, blockquote, td, dd, h2, h3, h4, figcaption';
const quotedWords = 6;

/** The smallest element of this page's note that contains a passage. */
export function placeOfPassage(text: string): HTMLElement | undefined {
  const wanted = spaced(text);
  const holding = [...document.querySelectorAll<HTMLElement>('article.note .prose :is(' + pieces + ')')].filter(
    (piece) => spaced(piece.textContent).includes(wanted),
  );
  return holding.find((piece) => !holding.some((other) => other !== piece && piece.contains(other)));
}

/** Goes to a place in this page. The address names it from then on, so that it is styled like the target of a link. */
export function goToPlace(place: HTMLElement): void {
  if (!place.id) place.id = 'passage';
  // Otherwise going to the same place again would do nothing.
  history.replaceState(history.state, '', location.pathname + location.search);
  location.hash = place.id;
}

/** Highlights the exact words of a passage in its element, if the browser can, until another passage is highlighted. */
export function markPassage(place: HTMLElement, text: string): void {
  const range = rangeOf(place, spaced(text));
  if (range && 'highlights' in CSS) CSS.highlights.set('passage', new Highlight(range));
}

function rangeOf(place: HTMLElement, wanted: string): Range | undefined {
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  const letters: { node: Node; at: number }[] = [];
  let whole = '';
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const value = node.nodeValue ?? '';
    for (let at = 0; at < value.length; at += 1) {
      const character = /\s/u.test(value.charAt(at)) ? ' ' : value.charAt(at);
      if (character === ' ' && whole.endsWith(' ')) continue;
      whole += character;
      letters.push({ node, at });
    }
  }
  const from = whole.indexOf(wanted);
  const [first, last] = [letters[from], letters[from + wanted.length - 1]];
  if (from < 0 || !first || !last) return undefined;
  const range = document.createRange();
  range.setStart(first.node, first.at);
  range.setEnd(last.node, last.at + 1);
  return range;
}

/** Highlights the passage that a link led to, and scrolls it into view. */
export function showLinkedPassage(): void {
  const text = tab.read(passageKey);
  tab.write(passageKey, undefined);
  const place = text === undefined ? undefined : placeOfPassage(text);
  if (!place || text === undefined) return;
  markPassage(place, text);
  const { top, bottom } = place.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) place.scrollIntoView({ block: 'center' });
}

/** The address of a passage in another note: by the id of its place, or by its words, as a text fragment. */
export function addressOfPassage({ path, text, at, own }: Omit<Passage, 'title'>): string {
  if (at !== undefined) return `${path}#${at}`;
  const words = spaced(text).split(' ');
  // Copies are shown by a script, which finds the words itself.
  if (own === 'copy') return `${path}#find=${encodeURIComponent(words.slice(0, quotedWords).join(' '))}`;
  const part = (some: string[]) => encodeURIComponent(some.join(' ')).replaceAll('-', '%2D');
  const ends = words.length > quotedWords * 2 ? [words.slice(0, quotedWords), words.slice(-quotedWords)] : [words];
  return `${path}#:~:text=${ends.map(part).join(',')}`;
}

function spaced(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
