/** Lists and quotations within each other beyond this stand at one depth. */
const deepest = 20;

type Kind = 'ul' | 'ol' | 'blockquote';

/** The lists and quotations of a page in which its words stand, as Markdown has them: signs before each line. */
export class Nesting {
  #around: { kind: Kind; count: number }[] = [];
  #marker: string | undefined;

  enter(kind: Kind, start: string | undefined): void {
    this.#around.push({ kind, count: Math.max(1, Number(start) || 1) - 1 });
  }

  leave(kind: Kind): void {
    const at = this.#around.findLastIndex((each) => each.kind === kind);
    if (at >= 0) this.#around = this.#around.slice(0, at);
  }

  /** An item begins; Evernote tells in its style what is done. */
  item(style = ''): void {
    const list = this.#around.at(-1) ?? { kind: 'ul', count: 0 };
    list.count += 1;
    const done = /--en-checked: *(true|false)/.exec(style)?.[1];
    this.#marker = `${list.kind === 'ol' ? `${list.count}.` : '-'} ${done ? `[${done === 'true' ? 'x' : ' '}] ` : ''}`;
  }

  /** The first line of an item was written: what follows stands below it. */
  isBegun(): void {
    this.#marker = undefined;
  }

  isInList(): boolean {
    return this.#around.some(({ kind }) => kind !== 'blockquote');
  }

  /** What stands before a line. */
  before(): string {
    const around = this.#around.slice(0, deepest);
    const marks = around.map(({ kind }, at) => {
      if (kind === 'blockquote') return '> ';
      if (at === around.length - 1 && this.#marker !== undefined) return this.#marker;
      return kind === 'ol' ? '   ' : '  ';
    });
    return marks.join('');
  }
}
