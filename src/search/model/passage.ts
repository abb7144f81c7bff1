import { wordsOf, type Word } from './words.ts';

/** A piece of a text; `hit`: whether it is one of the terms. */
export type Piece = { text: string; hit: boolean };

/** A text cut into pieces at the beginnings and ends of words that are among the terms. The pieces together are the text. */
export function highlighted(text: string, terms: ReadonlySet<string>): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { from, to } of rangesOf(text, terms)) {
    if (from > at) pieces.push({ text: text.slice(at, from), hit: false });
    pieces.push({ text: text.slice(from, to), hit: true });
    at = to;
  }
  if (at < text.length || pieces.length === 0) pieces.push({ text: text.slice(at), hit: false });
  return pieces;
}

const shown = 220;

/**
 * The part of a text, about 220 characters long, that has the most different terms, cut at words; undefined if it has
 * none. `…` marks what is left out.
 */
export function passageOf(text: string, terms: ReadonlySet<string>): string | undefined {
  return passageWith(text, wordsOf(text, { ends: true, among: terms }));
}

/** The same, if the words of the text that are among the terms are known. */
export function passageWith(text: string, hits: readonly Word[]): string | undefined {
  let best: { from: number; count: number } | undefined;
  let first = 0;
  const inside = new Map<string, number>();
  for (const { word, to } of hits) {
    inside.set(word, (inside.get(word) ?? 0) + 1);
    for (let start = hits[first]; start && to - start.from > shown - 40; start = hits[first]) {
      const left = (inside.get(start.word) ?? 1) - 1;
      if (left > 0) inside.set(start.word, left);
      else inside.delete(start.word);
      first += 1;
    }
    if (inside.size > (best?.count ?? 0)) best = { from: hits[first]?.from ?? 0, count: inside.size };
  }
  return best && cut(text, Math.max(0, best.from - 40));
}

/**
 * What is shown of a note that was found: its part with the most terms, otherwise that of its discussion, otherwise the
 * excerpt.
 */
export function shownPassage(
  { text, discussion = '', excerpt }: { text: string; discussion?: string | undefined; excerpt: string },
  terms: ReadonlySet<string>,
): string {
  const own = passageOf(text, terms);
  if (own !== undefined) return own;
  const below = passageOf(discussion, terms);
  return below === undefined ? excerpt : `In its discussion: ${below}`;
}

function cut(text: string, from: number): string {
  const start = from === 0 ? 0 : afterSpace(text, from);
  const end = start + shown >= text.length ? text.length : beforeSpace(text, start + shown, start);
  return `${start > 0 ? '… ' : ''}${text.slice(start, end).trim()}${end < text.length ? ' …' : ''}`;
}

function afterSpace(text: string, at: number): number {
  const space = text.indexOf(' ', at);
  return space >= 0 && space - at < 30 ? space + 1 : whole(text, at);
}

function beforeSpace(text: string, at: number, least: number): number {
  const space = text.lastIndexOf(' ', at);
  return space > least && at - space < 30 ? space : whole(text, at);
}

/** A position that is not between the halves of one character. */
function whole(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at + 1 : at;
}

function rangesOf(text: string, terms: ReadonlySet<string>): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  for (const { from, to } of wordsOf(text, { ends: true, among: terms })) {
    const last = ranges.at(-1);
    if (last && from < last.to) last.to = Math.max(last.to, to);
    else ranges.push({ from, to });
  }
  return ranges;
}
