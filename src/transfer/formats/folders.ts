/** Of folders nested deeper than people do, the innermost are told. In characters of their names. */
const longest = 4000;

/** The path of the folders that are open, from the outside in, without those that have no name. */
export function pathOf(open: readonly string[]): string[][] | undefined {
  const path: string[] = [];
  let length = 0;
  for (let at = open.length - 1; at >= 0 && length < longest; at -= 1) {
    const name = open[at]?.trim() ?? '';
    length += name.length + 1;
    if (name !== '') path.unshift(name);
  }
  return path.length > 0 ? [path] : undefined;
}
