/** Lists and quotations that are nested deeper are written at this depth. */
const deepest = 20;

type Kind = 'ul' | 'ol' | 'blockquote';

/** The lists and quotations around the current position, and the prefixes of lines that they need in Markdown. */
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

  /** Begins an item. Evernote has its checkbox in the style. */
  item(style = ''): void {
    const list = this.#around.at(-1) ?? { kind: 'ul', count: 0 };
    list.count += 1;
    const done = /--en-checked: *(true|false)/.exec(style)?.[1];
    this.#marker = `${list.kind === 'ol' ? `${list.count}.` : '-'} ${done ? `[${done === 'true' ? 'x' : ' '}] ` : ''}`;
  }

  /** Called when the first line of an item was written: further lines are indented. */
  isBegun(): void {
    this.#marker = undefined;
  }

  isInList(): boolean {
    return this.#around.some(({ kind }) => kind !== 'blockquote');
  }

  /** The prefix of the next line. */
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
