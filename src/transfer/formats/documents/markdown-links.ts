/** A link as Markdown, which leads to `href` and says `words`, whatever is in them. */
export function linkTo(href: string, words: string): string {
  const said = words.replace(/\s+/g, ' ').trim();
  if (href.trim() === '') return said;
  return `[${(said || href.trim()).replace(/[\\[\]]/g, '\\$&')}](${targetOf(href)})`;
}

/** An address as it stands in a link. */
export function targetOf(href: string): string {
  const address = href.trim().replace(/\s+/g, '%20');
  if (!/[()<>\\]/.test(address)) return address;
  return `<${address.replace(/[<>\\]/g, (sign) => encodeURIComponent(sign))}>`;
}
