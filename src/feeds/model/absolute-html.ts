/** A start tag as our own renderer writes it: every value in double quotes, and no `<` outside of tags. */
const startTag = /<[a-z][a-z0-9]*(?:\s+[^\s"'<>/=]+(?:="[^"]*")?)*\s*\/?>/gi;
const address = /(\s(?:href|src)=")([^"]*)"/gi;

/**
 * Rendered notes with every link and picture at its whole address, so that they lead there from anywhere. `base` is the
 * note's; with `alone`, the text stands in a page of its own, and links within it stay there.
 */
export function absoluteHtml(html: string, base: string, { alone = false } = {}): string {
  const stays = (value: string) => alone && value.startsWith('#');
  return html.replace(startTag, (tag) =>
    tag.replace(address, (whole, start: string, value: string) =>
      stays(value) ? whole : `${start}${absolute(value, base)}"`,
    ),
  );
}

function absolute(value: string, base: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(value)) return value;
  const plain = value.replaceAll('&amp;', '&');
  return URL.canParse(plain, base) ? new URL(plain, base).href.replaceAll('&', '&amp;') : value;
}
