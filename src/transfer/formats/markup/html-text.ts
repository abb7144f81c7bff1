import { MarkdownWriter } from './html-markdown.ts';
import { htmlTokenizer, type Tag } from './html-tokens.ts';
import { type Markdown, fromMarkdown, linkTo } from '../../model/as-markdown.ts';

/** A short piece of foreign HTML as Markdown. */
export function htmlText(html: string): Markdown {
  const writer = new MarkdownWriter();
  for (const token of tagsIn(html)) writer.take(token);
  return writer.text();
}

/** Only the words of some HTML, in one line, for a title. */
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

/** Collects a text with links. Each link is replaced by a number between noncharacters until the rest is Markdown. */
export class LinkedText {
  #text = '';
  readonly #links: Markdown[] = [];

  add(words: string): void {
    this.#text += words;
  }

  link(href: string | undefined, words: string): void {
    this.#text += href === undefined ? words : `\ufdd0${this.#links.push(linkTo(href, words)) - 1}\ufdd1`;
  }

  /** The whole text, converted by `said`. */
  text(toMarkdown: (text: string) => Markdown): Markdown {
    const shown = toMarkdown(this.#text).replace(
      /\ufdd0(\d+)\ufdd1/g,
      (_, at: string) => this.#links[Number(at)] ?? '',
    );
    return fromMarkdown(shown);
  }
}
