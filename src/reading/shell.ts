/** Comments in every prerendered page around its own head and content: in a shell, a function fills them. */
export const marks = {
  head: { start: '<!--head-->', end: '<!--/head-->' },
  content: { start: '<!--content-->', end: '<!--/content-->' },
} as const;

/** The shell with what stands between the marks replaced; the marks stay. Throws when they are not there: the shell is another page. */
export function filled(shell: string, part: keyof typeof marks, content: string): string {
  const { start, end } = marks[part];
  const from = shell.indexOf(start) + start.length;
  const to = shell.indexOf(end, from);
  if (from < start.length || to < 0) throw new Error(`The shell has no ${start} … ${end}.`);
  return shell.slice(0, from) + content + shell.slice(to);
}
