/** Comments in prerendered shells between which a function puts what only it knows. */
export const marks = {
  head: { start: '<!--head-->', end: '<!--/head-->' },
  content: { start: '<!--content-->', end: '<!--/content-->' },
} as const;

/** The shell with what stands between the marks replaced. Throws when they are not there: the shell is another page. */
export function filled(shell: string, part: keyof typeof marks, content: string): string {
  const { start, end } = marks[part];
  const from = shell.indexOf(start);
  const to = shell.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`The shell has no ${start} … ${end}.`);
  return shell.slice(0, from) + content + shell.slice(to + end.length);
}
