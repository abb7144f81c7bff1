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

/**
 * The address of a passage in another note: its place by name, or by its words, which a browser that knows text fragments
 * finds.
 */
export function addressOfPassage({ path, text, at }: Omit<Passage, 'title'>): string {
  if (at !== undefined) return `${path}#${at}`;
  const words = spaced(text).split(' ');
  const part = (some: string[]) => encodeURIComponent(some.join(' ')).replaceAll('-', '%2D');
  const ends = words.length > quotedWords * 2 ? [words.slice(0, quotedWords), words.slice(-quotedWords)] : [words];
  return `${path}#:~:text=${ends.map(part).join(',')}`;
}

function spaced(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
