/** A heading of a note: its id in the page, its words as HTML text, and whether it stands below another one. */
export type ContentsEntry = { id: string; html: string; below: boolean };

/** What is worth a table of contents: so many headings, in a text of so many minutes. */
const least = { headings: 3, minutes: 5 };

const heading = /<h([2-6]) id="([^"]*)">([\s\S]*?)<\/h\1>/g;

/**
 * The two upper levels of headings of a note's own HTML, in order; none where the note is short or has few. What a
 * heading has of code, links or footnotes is left out but for its words, which stay escaped as they are.
 */
export function contentsOf(html: string, minutes: number): ContentsEntry[] {
  if (minutes < least.minutes) return [];
  const all = [...html.matchAll(heading)].map(([, level = '', id = '', inner = '']) => ({
    level: Number(level),
    id,
    html: inner.replace(/<sup[\s\S]*?<\/sup>|<[^>]*>/g, '').trim(),
  }));
  const top = Math.min(...all.map(({ level }) => level));
  const shown = all.filter(({ level, html: words }) => level <= top + 1 && words !== '');
  return shown.length < least.headings
    ? []
    : shown.map(({ id, html: words, level }) => ({ id, html: words, below: level > top }));
}
