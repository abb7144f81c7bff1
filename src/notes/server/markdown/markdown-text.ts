import MarkdownIt, { type Env, type Token } from 'markdown-it';

const { utils } = new MarkdownIt();

/** Text as HTML, for content and for values in double quotes. */
export const { escapeHtml } = utils;
/** What was typed with backslashes and entities, as it is meant. */
export const { unescapeAll } = utils;
/** Percent-encodes everything but what addresses are made of. */
export const encodeAddress = (typed: string) => utils.lib.mdurl.encode(typed);

/** What stands before every id of this text, so that no two texts on a page share one. */
export const idPrefixOf = (env: Env | undefined) => (typeof env?.idPrefix === 'string' ? env.idPrefix : '');

const words = new Set(['text', 'text_special', 'code_inline', 'html_inline']);

/** Inline tokens as the words that a reader sees; a picture gives its description, unless `pictures` is false. */
export function plainText(tokens: Token[] | null | undefined, pictures = true): string {
  let text = '';
  for (const { type, content, children } of tokens ?? []) {
    if (type === 'softbreak' || type === 'hardbreak') text += '\n';
    else if (type === 'image' && pictures) text += plainText(children);
    else if (words.has(type)) text += content;
  }
  return text;
}
