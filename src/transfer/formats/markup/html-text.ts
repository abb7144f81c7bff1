import { MarkdownWriter } from './html-markdown.ts';
import { htmlTokenizer, type Tag } from './html-tokens.ts';

/** What a short piece of somebody's HTML says, as Markdown. */
export function htmlText(html: string): string {
  const writer = new MarkdownWriter();
  for (const token of tagsIn(html)) writer.take(token);
  return writer.text();
}

/** Its words alone, in one line, for what is no Markdown: a title. */
export function htmlWords(html: string): string {
  const words = tagsIn(html).flatMap((token) => (token.kind === 'text' ? [token.text] : []));
  return words.join('').replace(/\s+/g, ' ').trim();
}

function tagsIn(html: string): Tag[] {
  const tokenizer = htmlTokenizer();
  return [...tokenizer.write(html), ...tokenizer.end()].filter(
    (token) => token.kind !== 'declaration' && token.kind !== 'endless',
  );
}
