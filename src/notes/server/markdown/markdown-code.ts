import type { MarkdownIt, Token } from 'markdown-it';
import { highlightedHtml } from './markdown-highlighter.ts';
import { languageNamed } from './markdown-languages.ts';
import { escapeHtml, unescapeAll } from './markdown-text.ts';

/** Code blocks as HTML, coloured where `colourCode` did so. They can be scrolled by keyboard. */
export function codeBlocks(parser: MarkdownIt): void {
  const { rules } = parser.renderer;
  rules.code_block = rules.fence = (tokens, index) => {
    const token = tokens[index];
    const named = token ? nameOf(token) : '';
    const language = named ? ` class="language-${escapeHtml(named)}"` : '';
    const html = typeof token?.meta?.html === 'string' ? token.meta.html : escapeHtml(token?.content ?? '');
    return `<pre tabindex="0"><code${language}>${html}</code></pre>\n`;
  };
}

/** As much code of one text is coloured; what comes after it stays plain, so that colouring has an end. */
const colouredAtMost = 50_000;

/** Colours the fenced code among a text's tokens, in place. Code in a language that is not known stays plain. */
export async function colourCode(tokens: Token[]): Promise<void> {
  let left = colouredAtMost;
  for (const token of tokens) {
    const language = languageNamed(nameOf(token).toLowerCase());
    if (!language || token.content.length > left) continue;
    left -= token.content.length;
    token.meta = { html: await highlightedHtml(token.content.replace(/\n$/, ''), language) };
  }
}

/** The language as it is written after the fence, or nothing. */
function nameOf(token: Token): string {
  return token.type === 'fence' ? (unescapeAll(token.info).trim().split(/\s/, 1)[0] ?? '') : '';
}
