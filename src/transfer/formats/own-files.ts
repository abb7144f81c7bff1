/** The note in a file of our own Markdown export: links to the file from others lead to that note. */
export type OwnFile = { uuid: string; title: string };

/** How much of the front matter is searched, in characters: our own fields come first. */
const longestHead = 4000;

/** Recognises such a file by its beginning, without parsing it, since every file of an archive is checked. */
export function ownFileIn(beginning: Uint8Array | undefined): OwnFile | undefined {
  // Quickly excludes most files.
  if (beginning?.[0] !== 0x2d) return undefined;
  const text = new TextDecoder().decode(beginning.subarray(0, longestHead)).replaceAll('\r\n', '\n');
  const [, head] = /^---\n(.*?)(?:\n---\n|$)/s.exec(text) ?? [];
  const [, uuid] = /^uuid: ["']?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})["']?$/m.exec(head ?? '') ?? [];
  const [, title] = /^title: (.+)$/m.exec(head ?? '') ?? [];
  return uuid === undefined || title === undefined ? undefined : { uuid, title: unquoted(title.trim()) };
}

/** A title as we write it, or as another program rewrote it. */
function unquoted(written: string): string {
  try {
    if (written.startsWith('"')) return String(JSON.parse(written));
  } catch {
    return written;
  }
  return /^'.*'$/.test(written) ? written.slice(1, -1).replaceAll("''", "'") : written;
}
