/** A tag with the number of its notes. */
export type CountedTag = { tag: string; size: number };

const order = new Intl.Collator('en', { numeric: true });
const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Tags as the index at the end of a book has them: by their first letter, whatever its accents, in the order of the
 * alphabet, with all that begin with a digit under `0–9`. Scripts other than Latin come after it.
 */
export function tagIndex(tags: readonly CountedTag[]): { letter: string; tags: CountedTag[] }[] {
  const sections = new Map<string, CountedTag[]>();
  for (const counted of [...tags].sort((a, b) => order.compare(a.tag, b.tag))) {
    const letter = letterOf(counted.tag);
    const section = sections.get(letter) ?? [];
    section.push(counted);
    sections.set(letter, section);
  }
  return [...sections].map(([letter, tags]) => ({ letter, tags }));
}

function letterOf(tag: string): string {
  if (/^\p{N}/u.test(tag)) return '0–9';
  const [first] = characters.segment(tag.normalize('NFD').replace(/\p{Mn}+/gu, ''));
  return (first?.segment ?? tag).toUpperCase();
}
