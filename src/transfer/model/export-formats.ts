/** What a person has here, as somebody who leaves would ask for it. */
const exportParts = {
  texts: 'titles, addresses and texts',
  tags: 'tags',
  dates: 'times',
  visibility: 'who may read it',
  details: 'icons and settings',
  imported: 'what imports kept alongside',
  reading: 'reading list',
  copies: 'copies of pages',
  highlights: 'highlights',
  pictures: 'pictures in texts',
  comments: 'comments',
  collections: 'collections',
  choices: 'votes, follows and searches',
} as const;
export type ExportPart = keyof typeof exportParts;

/** What the head of our own bookmarks says: the texts in it are Markdown, which others’ are not. */
export const bookmarksInMarkdown = 'Commonplace, texts in Markdown';

/** Whether a format holds a part so that it comes back as it was; or, in words, how much of it. */
type Holds = Partial<Record<ExportPart, true | string>>;

const note = { texts: true, tags: true, dates: true, visibility: true, details: true, imported: true } as const;
const everything = {
  ...note,
  reading: true,
  copies: true,
  highlights: true,
  pictures: 'converted again when imported',
  comments: 'to read; they aren’t posted again',
  collections: true,
  choices: true,
} as const;

/** Every way out: its name, what it is for and what it keeps in a few words, the file that it gives, and what that holds. */
export const exportFormats = {
  json: {
    label: 'Commonplace (JSON)',
    says: 'For moving to another server, or restoring later.',
    keeps: 'Everything.',
    type: 'application/json',
    ending: '.json',
    holds: everything,
  },
  markdown: {
    label: 'Markdown files',
    says: 'For editors and note apps. One file per note.',
    keeps: 'Notes with their tags, times and settings.',
    type: 'application/zip',
    ending: '-markdown.zip',
    holds: { ...note, pictures: 'converted again when imported' },
  },
  netscape: {
    label: 'Bookmarks',
    says: 'For any browser or bookmark service.',
    keeps: 'Titles, addresses, texts, tags, times, what’s to be read, and collections as folders.',
    type: 'text/html',
    ending: '-bookmarks.html',
    holds: {
      texts:
        'without spaces at either end; notes with the same address become one; in other programs, notes without one are links to here',
      tags: true,
      dates: 'to the second',
      visibility: 'public or not',
      reading: 'what’s to be read, starred notes among it',
      collections: 'names and contents; not empty or smart ones',
    },
  },
  site: {
    label: 'A site',
    says: 'A website you can open from disk, with search and threads.',
    keeps: 'Everything.',
    type: 'application/zip',
    ending: '-site.zip',
    holds: everything,
  },
  copies: {
    label: 'Your copies',
    says: 'The pages you saved copies of. One HTML file each.',
    keeps: 'Copies, their notes and highlights.',
    type: 'application/zip',
    ending: '-copies.zip',
    holds: {
      ...note,
      texts: 'of notes with copies',
      copies: true,
      highlights: true,
      pictures: 'as data, converted again when imported',
    },
  },
  highlights: {
    label: 'Highlights',
    says: 'For note apps, as Markdown.',
    keeps: 'Highlights.',
    type: 'text/markdown',
    ending: '-highlights.md',
    holds: { highlights: true },
  },
  'highlights-csv': {
    label: 'Highlights as a table',
    says: 'For spreadsheets, as CSV.',
    keeps: 'Highlights.',
    type: 'text/csv',
    ending: '-highlights.csv',
    holds: { highlights: true },
  },
} as const satisfies Record<
  string,
  { label: string; says: string; keeps: string; type: string; ending: string; holds: Holds }
>;

export type ExportFormat = keyof typeof exportFormats;

/** What comes back out of a format, in words: the parts as they were, the rest with how much of it, and what is left out. */
export function heldBy(format: ExportFormat): { holds: string[]; leaves: string[] } {
  const held: Holds = exportFormats[format].holds;
  const parts = Object.entries(exportParts) as [ExportPart, string][];
  const inWords = ([part, name]: [ExportPart, string]) => (held[part] === true ? name : `${name} (${held[part]})`);
  return {
    holds: parts.filter(([part]) => part in held).map(inWords),
    leaves: parts.filter(([part]) => !(part in held)).map(([, name]) => name),
  };
}
