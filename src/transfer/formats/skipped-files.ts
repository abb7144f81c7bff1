import { countedOf, grouped } from '../../platform/model/counted.ts';
/** Whether the file looks like one of ours to read, so that the reason why it cannot be read is reported separately. */
export function isReadableType(name: string): boolean {
  return /\.(zip|csv|tsv|json|jsonl|md|markdown|txt|enex|opml|xbel|xml|bib|ris)$/i.test(name);
}

/** Whether the file is certainly not a text. */
export function isBinaryType(name: string): boolean {
  return /\.(png|jpe?g|gif|webp|avif|heic|svg|ico|pdf|mp[34]|m4a|wav|mov|webm|docx?|xlsx?|pptx?)$/i.test(name);
}

/** How many lines name files; further files are only counted. */
const namingLines = 100;

/** Reports the files of an archive or a folder that were not read, in as many sentences as their names need. */
export function* reportSkippedFiles(
  names: readonly string[],
  root: string,
): Generator<{ why: string; count?: number }, void> {
  const lines: { names: string; count: number }[] = [];
  let at = 0;
  for (
    let length = 0;
    at < names.length && lines.length < namingLines;
    at += 1, length = (lines.at(-1)?.names ?? '').length
  ) {
    const path = (names[at] ?? '').slice(root.length);
    const name = path.length > 60 ? `…${path.slice(-59)}` : path;
    const last = length > 0 && length + name.length < 350 ? lines.pop() : undefined;
    lines.push(last ? { names: `${last.names}, ${name}`, count: last.count + 1 } : { names: name, count: 1 });
  }
  const [what, were] = names.length === 1 ? ['One file is', 'was'] : [`${countedOf(names.length, 'file')} are`, 'were'];
  const unnamed = names.length - at;
  for (const [number, { names: line, count }] of lines.entries()) {
    const sentence =
      number === 0 ? `${what} in no format we read and ${were} left out: ${line}` : `Left out too: ${line}`;
    const more = number === lines.length - 1 ? unnamed : 0;
    const all = count + more;
    yield {
      why: `${sentence}${more > 0 ? ` and ${grouped(more)} more` : ''}.`,
      ...(all > 1 && { count: all }),
    };
  }
}
