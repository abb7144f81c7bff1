/** What a person has here, in the words in which somebody who leaves looks for it. */
export const exportParts = {
  texts: 'Titles, addresses, texts',
  tags: 'Tags',
  dates: 'When saved and changed',
  visibility: 'Who may read it',
  details: 'Icon, version, no model',
  imported: 'What an import set aside',
  reading: 'Reading list',
  copies: 'Copies of pages',
  highlights: 'Highlights',
  comments: 'Your comments',
  choices: 'Votes, follows, searches',
} as const;
export type ExportPart = keyof typeof exportParts;

/** Whether a format holds a part so that it comes back as it was; or, in words, how much of it. */
type Holds = Partial<Record<ExportPart, true | string>>;

const everything: Holds = Object.fromEntries(Object.keys(exportParts).map((part) => [part, true]));

/** Every way out: its name and a sentence for people, the file that it gives, and what that file holds. */
export const exportFormats = {
  json: {
    label: 'Our JSON',
    says: 'Everything. Brought in again, it gives the same notes.',
    type: 'application/json',
    ending: '.json',
    holds: everything,
  },
  markdown: {
    label: 'Markdown files',
    says: 'A zip with a file a note, for editors and note programs.',
    type: 'application/zip',
    ending: '-markdown.zip',
    holds: { texts: true, tags: true, dates: true, visibility: true, details: true, imported: true },
  },
  netscape: {
    label: 'Bookmarks',
    says: 'A file that every browser and bookmark service takes.',
    type: 'text/html',
    ending: '-bookmarks.html',
    holds: {
      texts: 'Without white space at their ends',
      tags: true,
      dates: 'To the second',
      visibility: 'Public or not',
      reading: 'What is to be read, favourites',
    },
  },
  site: {
    label: 'A site',
    says: 'A zip that opens from disk in a browser, with search and threads.',
    type: 'application/zip',
    ending: '-site.zip',
    holds: everything,
  },
  copies: {
    label: 'Your copies',
    says: 'A zip of the pages whose text you kept, one HTML file each.',
    type: 'application/zip',
    ending: '-copies.zip',
    holds: { texts: 'Of notes with a copy', copies: true, highlights: true },
  },
  highlights: {
    label: 'Highlights',
    says: 'What you highlighted in your copies, as Markdown.',
    type: 'text/markdown',
    ending: '-highlights.md',
    holds: { highlights: true },
  },
  'highlights-csv': {
    label: 'Highlights as a table',
    says: 'The same as CSV, for spreadsheets.',
    type: 'text/csv',
    ending: '-highlights.csv',
    holds: { highlights: true },
  },
} as const satisfies Record<string, { label: string; says: string; type: string; ending: string; holds: Holds }>;

export type ExportFormat = keyof typeof exportFormats;
