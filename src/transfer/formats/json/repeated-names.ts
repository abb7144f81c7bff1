/** An object with more names is rather a list whose names are ids. */
const mostNames = 10_000;

/**
 * Finds repeated names in the objects that are open. Names are identified by two hashes: keeping the texts would keep the
 * pieces of the file that they are from in memory.
 */
export class RepeatedNames {
  /** For each level, the second hash of each name by its first one; undefined for a list. */
  readonly #names: (Map<number, number> | undefined)[] = [];
  readonly #kept: Map<number, number>[] = [];
  /** For each level, how often each repeated name has occurred. */
  readonly #times: (Map<string, number> | undefined)[] = [];
  #isNext = false;
  #one = 0;
  #other = 0;
  /** Whether the current text is a name. */
  isOpen = false;

  enter(level: number, isObject: boolean): void {
    this.#isNext = isObject;
    const names = isObject ? (this.#kept[level] ??= new Map<number, number>()) : undefined;
    this.#names[level] = names;
    if (names && names.size > 0) names.clear();
    if (this.#times.length > level) this.#times.length = level;
  }

  next(level: number): void {
    this.#isNext = this.#names[level] !== undefined;
  }

  begin(): void {
    this.isOpen = this.#isNext;
    if (!this.isOpen) return;
    this.#isNext = false;
    this.#one = 0;
    this.#other = 0;
  }

  add(sign: number): void {
    this.#one = (Math.imul(this.#one, 31) + sign) & 0x3fffffff;
    this.#other = Math.imul(this.#other ^ sign, 0x01000193) & 0x3fffffff;
  }

  /** Ends a name, and returns how often it has occurred in this object. */
  end(level: number): number {
    this.isOpen = false;
    const names = this.#names[level];
    const before = names?.get(this.#one);
    if (before === undefined) {
      if (names && names.size < mostNames) names.set(this.#one, this.#other);
      return 1;
    }
    if (before !== this.#other) return 1;
    const [times, name] = [(this.#times[level] ??= new Map<string, number>()), `${this.#one} ${this.#other}`];
    const time = (times.get(name) ?? 1) + 1;
    times.set(name, time);
    return time;
  }
}
