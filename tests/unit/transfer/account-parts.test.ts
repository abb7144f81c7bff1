import { expect, test } from 'vitest';
import type { OwnNote } from '../../../src/notes/model/note.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { ExportedNote } from '../../../src/transfer/model/export.ts';
import type { ExportPart } from '../../../src/transfer/model/export-formats.ts';

/**
 * Under which keys the store has each part of an account of which the page says, before one chooses a format, whether it is
 * exported. `none`: what is found again from other keys, expires by itself, or belongs to the site.
 */
const storedAs: Record<ExportPart | 'none', readonly string[]> = {
  texts: ['note'],
  tags: ['note'],
  dates: ['note'],
  visibility: ['note'],
  details: ['note'],
  imported: ['noteImported'],
  formerTitles: ['formerTitles'],
  reading: ['reading', 'readingIn', 'readingProgress', 'readingFavourites'],
  copies: ['copy'],
  highlights: ['highlights'],
  pictures: ['picture'],
  pagePictures: ['note'],
  comments: ['comment'],
  collections: ['collection', 'collectionNotes', 'collections'],
  choices: ['votes', 'follows', 'mutes', 'feedback', 'searches'],
  account: [
    ...['user', 'password', 'session', 'userSessions', 'passkey', 'userPasskeys', 'factor', 'recoveryCodes'],
    ...['apiToken', 'userApiTokens', 'activity', 'delivery', 'reviewDue'],
    ...['exportPlace', 'exportSecret', 'exportProgress', 'exportRunner', 'exportWritten'],
    ...['inbox', 'inboxUnread', 'inboxItems', 'inboxPulled', 'mailItems', 'mailDue', 'mailPause', 'visits'],
    ...['binned', 'bin', 'deletedCollections', 'drafts', 'revisions', 'formerCopy', 'edits'],
    'collectionSlugs',
  ],
  none: [
    ...['tagNotes', 'authorPublicNotes', 'authorNotes', 'authorTags', 'authorLinks', 'authorTitles', 'authorMentions'],
    'authorFormerTitles',
    ...['replies', 'thread', 'threadTimes', 'threadVotes', 'threadAuthors', 'threadChanges', 'voters', 'followers'],
    ...['authorComments', 'authorPublicComments', 'searchesBy', 'collected', 'savers', 'pictureHolders'],
    ...['email', 'suspendedEmail', 'handle', 'alike', 'userAlike', 'storedBytes', 'linkState'],
    ...['libraryChanges', 'libraryItems', 'libraryWords', 'imported'],
    ...[
      'sentNote',
      'sentOther',
      'captured',
      'pictured',
      'sentPictures',
      'deletedComment',
      'token',
      'userTokens',
      'rate',
    ],
    ...['import', 'importLines', 'importRefused', 'importAside', 'importDone', 'importLeft', 'userImports'],
    ...['exportMade', 'exportMaker', 'assistantSpent', 'writtenPoints', 'modelTries'],
    ...['moderationCase', 'reports', 'queue', 'entry', 'appeal', 'personEntries'],
    ...['backupKept', 'backupImages', 'backupImage', 'backupOrder'],
  ],
};

test('everything that the store has of a person belongs to a part that the export page names', () => {
  const made = Object.entries(keys).flatMap(([name, key]) => (typeof key === 'function' ? [name] : []));
  expect([...new Set(Object.values(storedAs).flat())].sort()).toEqual(made.sort());
});

/** The part that each field of a note belongs to; null if only the server may set it. */
const fieldsOf: Record<keyof OwnNote, ExportPart | null> = {
  ...{ uuid: 'texts', title: 'texts', url: 'texts', body: 'texts', kind: 'texts', slug: 'texts' },
  ...{ tags: 'tags', createdAt: 'dates', updatedAt: 'dates', publishedAt: 'dates', visibility: 'visibility' },
  ...{ icon: 'details', rev: 'details', noModel: 'details', imported: 'imported', pictures: 'pagePictures' },
  ...{ authorId: null, hidden: null, locked: null, points: null },
};

test('our own export has every field of a note that it says it has', () => {
  const held = Object.entries(fieldsOf).flatMap(([name, part]) =>
    part === null || part === 'pagePictures' ? [] : [name],
  );
  expect(Object.keys(ExportedNote.shape).sort()).toEqual(
    [...held, 'copy', 'files', 'formerTitles', 'highlights'].sort(),
  );
});
