import type { Items } from './file.ts';
import type { Beginning } from './sniff.ts';

/** What a program writes: its name for people, and what is in a file of it. */
export type Format = {
  name: string;
  /** How sure it is that a file which begins so is one of its own: 0, not at all, to 1, nobody else writes that. */
  sure: (beginning: Beginning) => number;
  /** What is in the file, whose text is read once from its start. */
  items: (text: AsyncIterable<string>, beginning: Beginning) => Items;
};

/** How sure the names of columns or fields make: not at all where one is missing, else the surer the more they are. */
export function sureOf(names: readonly string[], there: ReadonlySet<string> | undefined): number {
  return there && names.every((name) => there.has(name)) ? names.length / (names.length + 1) : 0;
}

/** The surest of them; several where none is surer than the others, none where no one is sure at all. */
export function surest(formats: readonly Format[], beginning: Beginning): Format[] {
  const sure = formats.map((format) => ({ format, sure: format.sure(beginning) }));
  const max = Math.max(...sure.map((each) => each.sure));
  return max > 0 ? sure.filter((each) => each.sure === max).map(({ format }) => format) : [];
}
