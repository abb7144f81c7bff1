import { MarkdownWriter } from './html-markdown.ts';
import { htmlTokenizer } from './html-tokens.ts';

/** What a short piece of somebody's HTML says, as Markdown. */
export function htmlText(html: string): string {
  const [tokenizer, writer] = [htmlTokenizer(), new MarkdownWriter()];
  for (const token of [...tokenizer.write(html), ...tokenizer.end()]) {
    if (token.kind !== 'declaration' && token.kind !== 'endless') writer.take(token);
  }
  return writer.text();
}
