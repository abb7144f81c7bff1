import type { Hidden } from './hidden.ts';

const words: Record<Hidden['kind'], string> = {
  held: 'Held for a look by a moderator: only you can read this until then',
  refused: 'Not published by a moderator: only you can read this',
  hidden: 'Hidden by a moderator: only you can read this',
  removed: 'Removed by a moderator: only you can read this',
  'with-author': 'Hidden with everything that you wrote: only you can read this',
};

/** The same in a word, for lists. */
export const hiddenLabels: Readonly<Record<Hidden['kind'], string>> = {
  held: 'Held',
  refused: 'Not published',
  hidden: 'Hidden',
  removed: 'Removed',
  'with-author': 'Hidden',
};

/** What its author reads above the note. */
export function hiddenInWords({ kind, reason }: Hidden): string {
  return `${words[kind]}. The reason given: “${reason}”`;
}
