/**
 * Characters that no XML 1.0 document may contain, not even escaped: most control characters, lone surrogates, U+FFFE and
 * U+FFFF.
 */
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };

/** Text escaped for an element or a double-quoted attribute, whatever it contains. */
export function xmlText(text: string): string {
  return text.replace(forbidden, '').replace(/[&<>"\r]/g, (character) => escapes[character] ?? character);
}

/** Attributes of an element; undefined ones are omitted. */
type Attributes = Record<string, string | undefined>;

/** An element that contains text. */
export function textElement(name: string, text: string, attributes: Attributes = {}): string {
  return `<${name}${attributeText(attributes)}>${xmlText(text)}</${name}>`;
}

/** An element that contains elements, each on a line of its own; without any it is an empty tag. */
export function element(name: string, attributes: Attributes, children: readonly string[] = []): string {
  const start = `<${name}${attributeText(attributes)}`;
  return children.length === 0 ? `${start}/>` : `${start}>\n${children.join('\n')}\n</${name}>`;
}

/** A whole document with this root. */
export function xmlDocument(root: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${root}\n`;
}

function attributeText(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${xmlText(value).replace(/[\t\n]/g, ' ')}"`))
    .join('');
}
