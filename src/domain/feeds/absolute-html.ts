/** A start tag as our own renderer writes it: every value in double quotes, and no `<` outside of tags. */
const startTag = /<[a-z][a-z0-9]*(?:\s+[^\s"'<>/=]+(?:="[^"]*")?)*\s*\/?>/gi;
const address = /(\s(?:href|src)=")([^"]*)"/gi;

/** Rendered notes with every link and picture at its whole address, so that they lead there from anywhere. `base` is the note's. */
export function absoluteHtml(html: string, base: string): string {
  return html.replace(startTag, (tag) =>
    tag.replace(address, (_, start: string, value: string) => `${start}${absolute(value, base)}"`),
  );
}

function absolute(value: string, base: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(value)) return value;
  const plain = value.replaceAll('&amp;', '&');
  return URL.canParse(plain, base) ? new URL(plain, base).href.replaceAll('&', '&amp;') : value;
}
