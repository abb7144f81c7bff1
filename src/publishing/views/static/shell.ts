/** Comments in every prerendered page around its own head and content. In a shell, a function fills in both. */
export const marks = {
  head: { start: '<!--head-->', end: '<!--/head-->' },
  content: { start: '<!--content-->', end: '<!--/content-->' },
} as const;

/**
 * Returns a function that puts a head and a content between the marks of a shell; the marks stay. Throws if they are
 * missing, since the shell is then another page.
 */
export function shellFiller(shell: string): (parts: Record<keyof typeof marks, string>) => string {
  const [top, rest] = around(shell, marks.head);
  const [middle, bottom] = around(rest, marks.content);
  return ({ head, content }) => top + head + middle + content + bottom;
}

function around(text: string, { start, end }: { start: string; end: string }): [before: string, after: string] {
  const from = text.indexOf(start) + start.length;
  const to = text.indexOf(end, from);
  if (from < start.length || to < 0) throw new Error(`The shell has no ${start} … ${end}.`);
  return [text.slice(0, from), text.slice(to)];
}
