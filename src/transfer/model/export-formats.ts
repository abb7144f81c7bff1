/** The parts of a person's data, as somebody who leaves would ask for them. */
const exportParts = {
  texts: 'titles, addresses and texts',
  tags: 'tags',
  dates: 'times',
  visibility: 'who may read it',
  details: 'icons and settings',
  imported: 'what imports kept alongside',
  formerTitles: 'former titles',
  reading: 'reading list',
  copies: 'copies of pages',
  highlights: 'highlights',
  pictures: 'pictures in texts',
  pagePictures: 'icons and pictures of linked pages',
  comments: 'comments',
  collections: 'collections',
  choices: 'votes, follows and searches',
  account: 'profile, sign-in, settings, inbox, visits, bin, drafts and earlier versions',
} as const;
export type ExportPart = keyof typeof exportParts;

/** The marker of our own bookmarks: their texts are Markdown, unlike those of other programs. */
export const bookmarksInMarkdown = 'Commonplace, texts in Markdown';

/** Whether a format contains a part so that importing restores it; or, in words, how much of it. */
type Holds = Partial<Record<ExportPart, true | string>>;

const note = {
  texts: true,
  tags: true,
  dates: true,
  visibility: true,
  details: true,
  imported: true,
  formerTitles: true,
} as const;
const withoutOthers = 'on another site, without others’ notes';
/** All that an import restores. */
const everything = {
  ...note,
  reading: withoutOthers,
  copies: true,
  highlights: true,
  pictures: 'converted again when imported',
  comments: 'to read; they aren’t posted again',
  collections: withoutOthers,
  choices: 'on another site, without those of notes and people',
} as const;

/** The export formats: name, purpose, contents in a few words, media type, file name ending, and which parts they contain. */
export const exportFormats = {
  json: {
    label: 'Commonplace (JSON)',
    says: 'For moving to another server, or restoring later.',
    keeps: 'Notes with all that belongs to them, and what you chose.',
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
      reading: 'what’s to be read of your own notes, and their stars',
      collections: 'names, and your own notes in them; not empty or smart ones',
    },
  },
  site: {
    label: 'A site',
    says: 'A website you can open from disk, with search and threads.',
    keeps: 'Notes with all that belongs to them, and what you chose.',
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
      highlights: 'of notes with copies',
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

/** What an import of this format restores, in words: complete parts, incomplete ones with their limits, and missing ones. */
export function formatCoverage(format: ExportFormat): { holds: string[]; leaves: string[] } {
  const held: Holds = exportFormats[format].holds;
  const parts = Object.entries(exportParts) as [ExportPart, string][];
  const inWords = ([part, name]: [ExportPart, string]) => (held[part] === true ? name : `${name} (${held[part]})`);
  return {
    holds: parts.filter(([part]) => part in held).map(inWords),
    leaves: parts.filter(([part]) => !(part in held)).map(([, name]) => name),
  };
}
