import { blocks, signs, type Attributes, type Tag } from './html-tokens.ts';
import { targetOf } from '../field-values.ts';

/** Lists and quotations within each other beyond this stand at one depth. */
const deepest = 20;

/**
 * Markdown of the tags and words of a text: headings, lists, quotations, links, emphasis, code and tables, of all else the
 * words. Tag by tag, however they are nested or left open, so that it takes time by their number and makes no tree.
 */
export class MarkdownWriter {
  readonly #lines: string[] = [];
  /** Whether the last line ends with the sign of a break, which means nothing where a paragraph ends. */
  #isBroken = false;
  #line = '';
  /** White space is only written when a word follows. */
  #space = false;
  #around: { kind: 'ul' | 'ol' | 'blockquote'; count: number }[] = [];
  /** What stands before the first line of an item; Evernote tells in its style what is done. */
  #marker: string | undefined;
  #link: { href: string; from: number } | undefined;
  #preformatted = 0;
  #rows = 0;
  #inCell = false;
  /** Emphasis that is open in the text, how often, and in the line as it is written. */
  readonly #wanted = new Map<string, number>();
  #written: string[] = [];

  take(token: Tag): void {
    if (token.kind === 'open') this.#open(token.name, token.attributes);
    else if (token.kind === 'close') this.#close(token.name);
    else this.#say(token.text);
  }

  text(): string {
    this.#endLine();
    this.#unbreak();
    return this.#lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim();
  }

  #open(name: string, attributes: Attributes): void {
    const sign = signs[name];
    if (sign !== undefined) this.#wanted.set(sign, (this.#wanted.get(sign) ?? 0) + 1);
    else if (name === 'br') {
      if (this.#preformatted > 0) this.#say('\n');
      else this.#break();
    } else if (name === 'hr') this.#markdown('---', true);
    else if (name === 'ul' || name === 'ol' || name === 'blockquote') {
      this.#block();
      this.#around.push({ kind: name, count: Math.max(1, Number(attributes.start) || 1) - 1 });
    } else if (name === 'img') this.#picture(attributes);
    else if (name === 'li') this.#item(attributes.style);
    else if (name === 'pre') {
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
      if (attributes.href) this.#link = { href: attributes.href, from: -1 };
    } else if (name === 'en-todo')
      this.#mark(`${this.#isInList() ? '' : '- '}[${attributes.checked === 'true' ? 'x' : ' '}] `);
    else if (blocks.has(name)) {
      this.#block();
      if (/^h\d$/.test(name) && !this.#inCell) this.#mark(`${'#'.repeat(Number(name[1]))} `);
    }
  }

  #close(name: string): void {
    const sign = signs[name];
    if (sign !== undefined) {
      const left = (this.#wanted.get(sign) ?? 1) - 1;
      if (left > 0) this.#wanted.set(sign, left);
      else this.#wanted.delete(sign);
    } else if (name === 'ul' || name === 'ol' || name === 'blockquote') {
      this.#endLine();
      const at = this.#around.findLastIndex(({ kind }) => kind === name);
      if (at >= 0) this.#around = this.#around.slice(0, at);
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

  #say(text: string): void {
    if (this.#preformatted > 0) {
      this.#line += text;
      return;
    }
    const words = text.replace(/\s+/g, ' ');
    if (words.startsWith(' ')) this.#space = true;
    if (words.trim() === '') return;
    this.#begin();
    const plain = words.trim().replace(this.#written.includes('`') ? /(?!)/ : /[\\[\]*_`<]/g, '\\$&');
    this.#line += this.#inCell ? plain.replaceAll('|', '\\|') : plain;
    this.#space = words.endsWith(' ');
  }

  #begin(): void {
    this.#emphasise();
    if (this.#link?.from !== -1) return;
    this.#link.from = this.#line.length;
    this.#line += '[';
  }

  /** Of a picture without an address on the web the words stay. */
  #picture({ src = '', alt = '' }: Attributes): void {
    if (this.#preformatted > 0 || !/^https?:/i.test(src)) return this.#say(alt);
    this.#markdown(`![${alt.replace(/\s+/g, ' ').replace(/[\\[\]]/g, '\\$&')}](${targetOf(src)})`);
  }

  /** What is Markdown already. */
  #markdown(text: string, isBlock = false): void {
    if (isBlock) this.#block();
    else this.#begin();
    if (isBlock) this.#put(text);
    else this.#line += text;
    if (isBlock) this.#block();
  }

  /** Ends emphasis that is over before the space behind it, and begins the other behind it. */
  #emphasise(): void {
    const over = this.#written.findIndex((sign) => !this.#wanted.has(sign));
    if (over >= 0) this.#endEmphasis(over);
    if (this.#space && this.#line !== '' && !this.#line.endsWith(' ')) this.#line += ' ';
    this.#space = false;
    // Nothing is emphasised within code.
    for (const sign of this.#wanted.keys()) {
      if (this.#written.includes(sign) || this.#written.includes('`')) continue;
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
    this.#endEmphasis();
    this.#line += `](${targetOf(link.href)})`;
  }

  /** Signs of Markdown itself. */
  #mark(sign: string): void {
    this.#endEmphasis();
    this.#line += sign;
    this.#space = false;
  }

  #item(style = ''): void {
    this.#endLine();
    const list = this.#around.at(-1) ?? { kind: 'ul', count: 0 };
    list.count += 1;
    const done = /--en-checked: *(true|false)/.exec(style)?.[1];
    this.#marker = list.kind === 'ol' ? `${list.count}. ` : `- ${done ? `[${done === 'true' ? 'x' : ' '}] ` : ''}`;
  }

  #isInList(): boolean {
    return this.#around.some(({ kind }) => kind !== 'blockquote');
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
    this.#lines.push(`${this.#lines.pop() ?? ''}\\`);
    this.#isBroken = true;
  }

  #unbreak(): void {
    if (this.#isBroken) this.#lines.push((this.#lines.pop() ?? '').slice(0, -1));
    this.#isBroken = false;
  }

  /** What follows stands apart; in a list on a line of its own, in a cell behind a space. */
  #block(): void {
    this.#endLine();
    this.#unbreak();
    const last = this.#lines.at(-1);
    if (this.#isInList() || this.#inCell || last === undefined) return;
    const empty = this.#before().trimEnd();
    if (!/^[> ]*$/.test(last)) this.#lines.push(empty);
    else if (last.length > empty.length) this.#lines[this.#lines.length - 1] = empty;
  }

  #endLine(): void {
    if (this.#inCell) {
      this.#space = true;
      return;
    }
    const { href } = this.#link ?? {};
    this.#endLink();
    if (href !== undefined) this.#link = { href, from: -1 };
    this.#endEmphasis();
    const line = this.#preformatted > 0 ? this.#line : this.#line.trim();
    if (line !== '') this.#put(line);
    this.#line = '';
    this.#space = false;
  }

  #put(text: string): void {
    for (const line of text.split('\n')) {
      this.#lines.push((this.#before() + line).trimEnd());
      this.#isBroken = false;
      this.#marker = undefined;
    }
  }

  /** What stands before a line within lists and quotations. */
  #before(): string {
    const around = this.#around.slice(0, deepest);
    const marks = around.map(({ kind }, at) => {
      if (kind === 'blockquote') return '> ';
      if (at === around.length - 1 && this.#marker !== undefined) return this.#marker;
      return kind === 'ol' ? '   ' : '  ';
    });
    return marks.join('');
  }
}
