/** What a file of our own Markdown export tells of its note: links to it from files of others lead to that note. */
export type OwnFile = { uuid: string; title: string };

/** Nothing that is ours stands further down in what is above a text. In characters. */
const longestHead = 4000;

/** By the beginning of a file, which is not parsed: of an archive, each file is looked at. Undefined where it is none. */
export function ownFileIn(beginning: Uint8Array | undefined): OwnFile | undefined {
  // Most files have other beginnings.
  if (beginning?.[0] !== 0x2d) return undefined;
  const text = new TextDecoder().decode(beginning.subarray(0, longestHead)).replaceAll('\r\n', '\n');
  const [, head] = /^---\n(.*?)(?:\n---\n|$)/s.exec(text) ?? [];
  const [, uuid] = /^uuid: ["']?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})["']?$/m.exec(head ?? '') ?? [];
  const [, title] = /^title: (.+)$/m.exec(head ?? '') ?? [];
  return uuid === undefined || title === undefined ? undefined : { uuid, title: unquoted(title.trim()) };
}

/** As we write it, or as a program did that wrote it anew. */
function unquoted(written: string): string {
  try {
    if (written.startsWith('"')) return String(JSON.parse(written));
  } catch {
    return written;
  }
  return /^'.*'$/.test(written) ? written.slice(1, -1).replaceAll("''", "'") : written;
}
