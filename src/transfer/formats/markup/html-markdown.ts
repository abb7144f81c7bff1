import { Nesting } from './html-nesting.ts';
import { blocks, emphasisMarks, type Attributes, type Tag } from './html-tokens.ts';
import {
  beforeLink,
  withHardBreak,
  targetOf,
  fromMarkdown,
  linkWords,
  literal,
  literalStart,
  type Markdown,
} from '../../model/as-markdown.ts';

/**
 * Writes Markdown from the tags and words of a text: headings, lists, quotations, links, emphasis, code and tables; of other
 * elements only the words. It works tag by tag, however they are nested or left open, so it takes linear time and no tree.
 */
export class MarkdownWriter {
  readonly #lines: string[] = [];
  /** Whether the last line ends with a hard break, which has to be removed at the end of a paragraph. */
  #isBroken = false;
  #line = '';
  /** The words up to the next tag, collected from pieces: escaping a character depends on those around it. */
  #pending = '';
  /** A pending space, which is written only if a word follows. */
  #space = false;
  readonly #around = new Nesting();
  /** `around`: the emphasis around the link, of which `written` marks are open where its words begin. */
  #link: { href: string; from: number; around: ReadonlySet<string>; written: number } | undefined;
  #preformatted = 0;
  #rows = 0;
  #inCell = false;
  /** The open emphasis, with its depth, and the marks that are open in the current line. */
  readonly #wanted = new Map<string, number>();
  #written: string[] = [];

  take(token: Tag): void {
    if (token.kind === 'text') {
      this.#pending += token.text;
      return;
    }
    this.#writePending();
    if (token.kind === 'open') this.#open(token.name, token.attributes);
    else this.#close(token.name);
  }

  text(): Markdown {
    this.#writePending();
    this.#endLine();
    this.#unbreak();
    const text = this.#lines.join('\n').replace(/\n{3,}/g, '\n\n');
    return fromMarkdown(text.trim());
  }

  #open(name: string, attributes: Attributes): void {
    const sign = emphasisMarks[name];
    if (sign !== undefined) this.#wanted.set(sign, (this.#wanted.get(sign) ?? 0) + 1);
    else if (name === 'br') {
      if (this.#preformatted > 0) this.#addText('\n');
      else this.#break();
    } else if (name === 'hr') this.#markdown('---', true);
    else if (name === 'ul' || name === 'ol' || name === 'blockquote') {
      this.#block();
      this.#around.enter(name, attributes.start);
    } else if (name === 'img') this.#picture(attributes);
    else if (name === 'li') {
      this.#endLine();
      this.#around.item(attributes.style);
    } else if (name === 'pre') {
      this.#block();
      if ((this.#preformatted += 1) === 1) this.#put(`\`\`\`${attributes.language ?? ''}`);
    } else if (name === 'x-markdown') this.#markdown(attributes.text ?? '', attributes.display === 'block');
    else if (name === 'table') {
      this.#block();
      this.#rows = 0;
    } else if (name === 'tr') this.#endLine();
    else if (name === 'td' || name === 'th') {
      this.#inCell = true;
      this.#mark('| ');
    } else if (name === 'a') {
      this.#endLink();
      const around = new Set(this.#wanted.keys());
      if (attributes.href) this.#link = { href: attributes.href, from: -1, around, written: 0 };
    } else if (name === 'en-todo')
      this.#mark(`${this.#around.isInList() ? '' : '- '}[${attributes.checked === 'true' ? 'x' : ' '}] `);
    else if (blocks.has(name)) {
      this.#block();
      if (/^h\d$/.test(name) && !this.#inCell) this.#mark(`${'#'.repeat(Number(name[1]))} `);
    }
  }

  #close(name: string): void {
    const sign = emphasisMarks[name];
    if (sign !== undefined) {
      const left = (this.#wanted.get(sign) ?? 1) - 1;
      if (left > 0) this.#wanted.set(sign, left);
      else this.#wanted.delete(sign);
    } else if (name === 'ul' || name === 'ol' || name === 'blockquote') {
      this.#endLine();
      this.#around.leave(name);
      this.#block();
    } else if (name === 'pre' && this.#preformatted > 0) {
      this.#endLine();
      if ((this.#preformatted -= 1) === 0) this.#put('```');
      this.#block();
    } else if (name === 'td' || name === 'th') {
      this.#endLink();
      this.#inCell = false;
      this.#mark(' ');
    } else if (name === 'tr') this.#row();
    else if (name === 'a') this.#endLink();
    else if (blocks.has(name)) this.#block();
  }

  #writePending(): void {
    const pending = this.#pending;
    this.#pending = '';
    if (pending !== '') this.#addText(pending);
  }

  #addText(text: string): void {
    if (this.#preformatted > 0) {
      this.#line += text;
      return;
    }
    const words = text.replace(/\s+/g, ' ');
    if (words.startsWith(' ')) this.#space = true;
    if (words.trim() === '') return;
    const isFirst = this.#line === '';
    this.#begin();
    const escaped = this.#written.includes('`') ? words.trim() : (this.#link ? linkWords : literal)(words.trim());
    const shown = isFirst && this.#line === '' ? literalStart(escaped) : escaped;
    this.#line += this.#inCell ? shown.replaceAll('|', '\\|') : shown;
    this.#space = words.endsWith(' ');
  }

  #begin(): void {
    const link = this.#link;
    if (link?.from === -1) {
      this.#emphasise(link.around);
      this.#line = `${beforeLink(this.#line)}[`;
      [link.from, link.written] = [this.#line.length - 1, this.#written.length];
    }
    this.#emphasise();
  }

  /** A picture, or only its alternative text if it has no web address. */
  #picture({ src = '', alt = '' }: Attributes): void {
    if (this.#preformatted > 0 || !/^https?:/i.test(src)) return this.#addText(alt);
    this.#markdown(`![${linkWords(alt.replace(/\s+/g, ' '))}](${targetOf(src)})`);
  }

  /** Writes text that is Markdown already. */
  #markdown(text: string, isBlock = false): void {
    if (isBlock) this.#block();
    else this.#begin();
    if (isBlock) this.#put(text);
    else this.#line += text;
    if (isBlock) this.#block();
  }

  /** Closes emphasis that has ended before the pending space, and opens new emphasis after it. */
  #emphasise(only?: ReadonlySet<string>): void {
    const over = this.#written.findIndex((sign) => !this.#wanted.has(sign));
    if (over >= 0) this.#endEmphasis(over);
    if (this.#space && this.#line !== '' && !this.#line.endsWith(' ')) this.#line += ' ';
    this.#space = false;
    // There is no emphasis within code.
    for (const sign of this.#wanted.keys()) {
      if (this.#written.includes(sign) || this.#written.includes('`') || only?.has(sign) === false) continue;
      this.#line += sign;
      this.#written.push(sign);
    }
  }

  #endEmphasis(from = 0): void {
    this.#line += this.#written.splice(from).toReversed().join('');
  }

  #endLink(): void {
    const link = this.#link;
    this.#link = undefined;
    if (!link || link.from < 0) return;
    this.#endEmphasis(link.written);
    this.#line += `](${targetOf(link.href)})`;
  }

  /** Writes Markdown syntax. */
  #mark(sign: string): void {
    this.#endEmphasis();
    this.#line += sign;
    this.#space = false;
  }

  #row(): void {
    const cells = this.#line.split(/(?<!\\)\| /).length - 1;
    if (cells < 1) return this.#endLine();
    this.#line = `${this.#line.trimEnd()} |`;
    this.#endLine();
    if ((this.#rows += 1) === 1) this.#put(`${'| --- '.repeat(cells)}|`);
  }

  #break(): void {
    const isOpen = this.#line.trim() !== '' || this.#inCell;
    this.#endLine();
    if (this.#inCell) return;
    if (!isOpen) return this.#block();
    this.#lines.push(withHardBreak(this.#lines.pop() ?? ''));
    this.#isBroken = true;
  }

  #unbreak(): void {
    if (this.#isBroken) this.#lines.push((this.#lines.pop() ?? '').slice(0, -1).trimEnd());
    this.#isBroken = false;
  }

  /** Separates what follows by an empty line; in a list by a line end, in a cell by a space. */
  #block(): void {
    this.#endLine();
    this.#unbreak();
    const last = this.#lines.at(-1);
    if (this.#around.isInList() || this.#inCell || last === undefined) return;
    const empty = this.#around.before().trimEnd();
    if (!/^[> ]*$/.test(last)) this.#lines.push(empty);
    else if (last.length > empty.length) this.#lines[this.#lines.length - 1] = empty;
  }

  #endLine(): void {
    if (this.#inCell) {
      this.#space = true;
      return;
    }
    const link = this.#link;
    this.#endLink();
    if (link) this.#link = { ...link, from: -1 };
    this.#endEmphasis();
    const line = this.#preformatted > 0 ? this.#line : this.#line.trim();
    if (line !== '') this.#put(line);
    this.#line = '';
    this.#space = false;
  }

  #put(text: string): void {
    for (const line of text.split('\n')) {
      this.#lines.push((this.#around.before() + line).trimEnd());
      this.#isBroken = false;
      this.#around.isBegun();
    }
  }
}
