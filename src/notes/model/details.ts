/**
 * What an author may say of a note besides its title, link, text and tags, by name; null where it says nothing. From a row
 * here follow what the API takes, what is stored and kept in the history, drafts, and what the export of a whole account
 * and its import carry. Its input stands in NoteEditor.tsx, and what shows it to readers in Article.tsx.
 */
export const details = {
  icon: {
    /** What it is called where a sentence tells of it. */
    label: 'icon',
    pattern: /^[a-z0-9]+(-[a-z0-9]+)*:[a-z0-9]+(-[a-z0-9]+)*$/,
    wrong: 'An icon is named collection:name, such as lucide:book.',
    max: 80,
    tooLong: 'An icon name has at most 80 characters.',
  },
} as const;

export type Detail = keyof typeof details;

export const detailNames = Object.keys(details) as Detail[];

/** Something for each detail, by its name. */
export function forEachDetail<Made>(make: (name: Detail) => Made): Record<Detail, Made> {
  return Object.fromEntries(detailNames.map((name) => [name, make(name)])) as Record<Detail, Made>;
}
