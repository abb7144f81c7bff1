const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/** An ending that is no end: an initial or a common abbreviation before the full stop. */
const unfinished =
  /(?:^|[\s(])(?:\p{Lu}|[Dd]r|[Mm]rs?|[Mm]s|[Pp]rof|[Ss]t|vs|cf|etc|e\.g|i\.e|z\.B|[Nn]r|[Nn]o|pp?|vol)\.\s*$/u;
const longest = 2_000;

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
  for (const { segment } of segmenter.segment(text)) {
    pending += segment;
    // What follows a mistaken end belongs to it, unless a text without any end would pile up.
    if (pending.length > longest || !unfinished.test(pending.slice(-12))) end();
  }
  end();
  return found;
}
