import { whenNeeded } from '../remembered.ts';

const segmenter = whenNeeded(() => new Intl.Segmenter(undefined, { granularity: 'sentence' }));

/** An ending that is no end: an initial or a common abbreviation before the full stop. */
const unfinished =
  /(?:^|[\s(])(?:\p{Lu}|[Dd]r|[Mm]rs?|[Mm]s|[Pp]rof|[Ss]t|vs|cf|etc|e\.g|i\.e|z\.B|[Nn]r|[Nn]o|pp?|vol)\.\s*$/u;
const longest = 2_000;

/** What leaves in doubt where sentences end: other letters than English ones, or a mark without a space and a letter after it. */
const doubt = /[^\x20-\x7e]|[.!?](?! [A-Za-z]|$)/;
/** A full stop before a small letter ends nothing. */
const plainEnd = /[!?] |\. (?=[A-Z])/g;

/** A sentence as it stands in a text, without the space around it; `start` is where it begins. */
export type Sentence = { text: string; start: number };

/** The sentences of a text in any script, in order; together they leave out nothing but white space. */
export function sentencesOf(text: string): Sentence[] {
  const found: Sentence[] = [];
  let pending = '';
  let start = 0;
  const end = () => {
    const trimmed = pending.trim();
    if (trimmed) found.push({ text: trimmed, start: start + pending.indexOf(trimmed) });
    start += pending.length;
    pending = '';
  };
  for (const segment of segmentsOf(text)) {
    pending += segment;
    // What follows a mistaken end belongs to it, unless a text without any end would pile up.
    if (pending.length > longest || !unfinished.test(pending.slice(-12))) end();
  }
  end();
  return found;
}

/** The segmenter knows every script, and takes longer than all that is asked about a text's words. */
function segmentsOf(text: string): string[] {
  if (!doubt.test(text)) return plainSegmentsOf(text);
  return Array.from(segmenter().segment(text), ({ segment }) => segment);
}

function plainSegmentsOf(text: string): string[] {
  const segments: string[] = [];
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(plainEnd)) {
    const end = index + mark.length;
    segments.push(text.slice(start, end));
    start = end;
  }
  segments.push(text.slice(start));
  return segments;
}
