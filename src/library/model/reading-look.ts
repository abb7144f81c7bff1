/** How large a reader wants the text of notes, how wide, and with what, and how close lists stand. The first of each is what it is by itself. */
export const textSizes = ['normal', 'small', 'large', 'larger'] as const;
export const textWidths = ['normal', 'narrow', 'wide'] as const;

/** `brief`: whether key points stand above texts, or are folded. */
const briefs = ['normal', 'folded'] as const;

const listDensities = ['normal', 'compact'] as const;

export type ReadingLook = {
  size: (typeof textSizes)[number];
  width: (typeof textWidths)[number];
  brief: (typeof briefs)[number];
  lists: (typeof listDensities)[number];
};

/** What was kept, whatever it is by now: words such as `large wide`. */
export function lookFrom(kept: string | null | undefined): ReadingLook {
  const words = (kept ?? '').split(' ');
  const chosen = <Value extends string>(values: readonly [Value, ...Value[]]) =>
    values.find((value) => value !== values[0] && words.includes(value)) ?? values[0];
  return { size: chosen(textSizes), width: chosen(textWidths), brief: chosen(briefs), lists: chosen(listDensities) };
}

/** What is kept of a choice: nothing where it is what it would be anyway. */
export function lookWords({ size, width, brief, lists }: ReadingLook): string {
  return [size, width, brief, lists].filter((word) => word !== 'normal').join(' ');
}
