import type { Items } from './file.ts';
import type { FileHead } from './sniff.ts';

/** The file format of a program: its name for people, and how it is recognised and read. */
export type Format = {
  name: string;
  /** How certain it is that a file with this beginning has the format: from 0, not at all, to 1, no other program writes it. */
  confidence: (beginning: FileHead) => number;
  /** Reads the items of a file. Its text can be read once. */
  items: (text: AsyncIterable<string>, beginning: FileHead) => Items;
};

/** How certain the names of columns or fields make it: 0 if one is missing, else closer to 1 the more there are. */
export function confidenceOf(names: readonly string[], there: ReadonlySet<string> | undefined): number {
  return there && names.every((name) => there.has(name)) ? names.length / (names.length + 1) : 0;
}

/** The most certain formats: several if they are equally certain, none if no format fits. */
export function mostConfident(formats: readonly Format[], beginning: FileHead): Format[] {
  const sure = formats.map((format) => ({ format, sure: format.confidence(beginning) }));
  const max = Math.max(...sure.map((each) => each.sure));
  return max > 0 ? sure.filter((each) => each.sure === max).map(({ format }) => format) : [];
}
