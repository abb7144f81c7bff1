import { tab } from '../../platform/browser/device-storage.ts';
import { passageKey } from './asking.ts';
import type { Passage } from '../model/asking.ts';

const pieces = 'p, li, blockquote, td, dd, h2, h3, h4, figcaption';
const quotedWords = 6;

/** Where a passage stands in the note that this page shows: the smallest piece of its text that holds it. */
export function placeOfPassage(text: string): HTMLElement | undefined {
  const wanted = spaced(text);
  const holding = [...document.querySelectorAll<HTMLElement>('article.note .prose :is(' + pieces + ')')].filter(
    (piece) => spaced(piece.textContent).includes(wanted),
  );
  return holding.find((piece) => !holding.some((other) => other !== piece && piece.contains(other)));
}

/** Leads to a place in this page, which its address names from then on, and which so looks like what a link leads to. */
export function goToPlace(place: HTMLElement): void {
  if (!place.id) place.id = 'passage';
  // Leading there once more would otherwise lead nowhere.
  history.replaceState(history.state, '', location.pathname + location.search);
  location.hash = place.id;
}

/** Marks the very words of a passage in its piece of the page, where the browser can, until another is marked. */
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
      const sign = /\s/u.test(value.charAt(at)) ? ' ' : value.charAt(at);
      if (sign === ' ' && whole.endsWith(' ')) continue;
      whole += sign;
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

/** The passage that a link led here to, which is marked and in sight from then on. */
export function showPassageLedTo(): void {
  const text = tab.read(passageKey);
  tab.write(passageKey, undefined);
  const place = text === undefined ? undefined : placeOfPassage(text);
  if (!place || text === undefined) return;
  markPassage(place, text);
  const { top, bottom } = place.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) place.scrollIntoView({ block: 'center' });
}

/**
 * The address of a passage in another note: its place by name, or by its words, which a browser that knows text fragments
 * finds.
 */
export function addressOfPassage({ path, text, at, own }: Omit<Passage, 'title'>): string {
  if (at !== undefined) return `${path}#${at}`;
  const words = spaced(text).split(' ');
  // Copies are shown by a script, which finds words itself.
  if (own === 'copy') return `${path}#find=${encodeURIComponent(words.slice(0, quotedWords).join(' '))}`;
  const part = (some: string[]) => encodeURIComponent(some.join(' ')).replaceAll('-', '%2D');
  const ends = words.length > quotedWords * 2 ? [words.slice(0, quotedWords), words.slice(-quotedWords)] : [words];
  return `${path}#:~:text=${ends.map(part).join(',')}`;
}

function spaced(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
