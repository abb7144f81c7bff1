/** Keys of what people put together. */
const keysOfCollections = {
  /**
   * String: a collection's JSON; with `deletedAt` while its owner can bring it back. Sorted set: its notes by position.
   * Set: the collections that have a note, deleted ones included.
   */
  collection: (id: string) => `collection:${id}`,
  collectionNotes: (id: string) => `collection:${id}:notes`,
  collected: (noteUuid: string) => `collected:${noteUuid}`,
  /**
   * Sorted set: a person's collections in their order. Hash: ids by the last part of their addresses, former ones
   * included. Sorted sets of those that were deleted by when, in milliseconds: of one person and of everyone.
   */
  collections: (userId: string) => `collections:of:${userId}`,
  collectionSlugs: (userId: string) => `collections:slugs:${userId}`,
  deletedCollections: (userId: string) => `collections:deleted:${userId}`,
  allDeletedCollections: 'collections:deleted',
} as const;

/** Keys of reading lists and libraries. */
const keysOfLibraries = {
  /** Set: the ids of those who have a note in their reading list. */
  savers: (noteUuid: string) => `savers:${noteUuid}`,
  /** Sorted set: the notes of a reading list by when they were saved; one set more for each state, by its last change; milliseconds. */
  reading: (userId: string) => `reading:${userId}`,
  readingIn: (userId: string, state: string) => `reading:${userId}:${state}`,
  /** Hash: how far a note was read, 0 to 1, by uuid; absent while it was not begun. */
  readingProgress: (userId: string) => `reading:${userId}:progress`,
  /** Set: the notes of a reading list that have a star. */
  readingFavourites: (userId: string) => `reading:${userId}:favourites`,

  /**
   * Sorted set: uuids of all that is or was in a person's library (notes of theirs, and those that they saved) by the
   * revision of the last change; each change has the next revision of that person.
   */
  libraryChanges: (userId: string) => `library:changes:${userId}`,
  /** Hash: notes with more savers than the script that changed them tells, with how often they changed since. */
  librariesUntold: 'library:untold',
  /** Hash: a person's library as it was put together last, JSON by uuid; under an empty name, up to which revision. */
  libraryItems: (userId: string) => `library:items:${userId}`,
  /** Hash: the files of the index of all texts in a person's library, base64 by name. Both expire where nobody asks. */
  libraryWords: (userId: string) => `library:words:${userId}`,
} as const;

/** Keys of what is known of links. */
const keysOfLinks = {
  /** Sorted set: notes with links by when these are checked next, in milliseconds. String: how far all notes were scanned for links. */
  linksDue: 'checks:due',
  linksScan: 'checks:scan',
  /** String: JSON of what a note's link answered, where that was no page. */
  linkState: (noteUuid: string) => `checks:link:${noteUuid}`,
} as const;

/** Keys of pictures. */
const keysOfPictures = {
  /** String: what names of pictures are digested with. */
  pictureSecret: 'pictures:secret',
  /**
   * Hash: what is known of a picture, and its state. Set: the notes, people and drafts that show it, `note:{uuid}` (also
   * where a kept revision does), `user:{id}`, `draft:{userId}:{id}`.
   */
  picture: (name: string) => `picture:${name}`,
  pictureHolders: (name: string) => `pictures:of:${name}`,
  /** Sorted set: pictures by when it is looked whether somebody shows them still, in milliseconds. */
  picturesDue: 'pictures:due',
  /** Sorted set: pictures that a person sent, by when, in milliseconds, until a note shows them or they are gone. */
  sentPictures: (userId: string) => `pictures:sent:${userId}`,
  /** String with an expiry: JSON of the pictures of a page that a person captured (by its digest), for their note of it. */
  pictured: (userId: string, digest: string) => `pictured:${userId}:${digest}`,
} as const;

/** Keys of imports and of exports by schedule. */
const keysOfTransfer = {
  /**
   * String with an expiry: an import's JSON. With the same expiry, lists: the JSON of what became of each entry, and of
   * those alone that were refused or of which something was set aside; hash: what to undo, by notes' uuids and choices;
   * list: what undoing left. Sorted set: a person's imports by when they began, in milliseconds.
   */
  import: (id: string) => `import:${id}`,
  importLines: (id: string) => `import:${id}:lines`,
  importRefused: (id: string) => `import:${id}:refused`,
  importAside: (id: string) => `import:${id}:aside`,
  importDone: (id: string) => `import:${id}:done`,
  importLeft: (id: string) => `import:${id}:left`,
  userImports: (userId: string) => `imports:${userId}`,
  /** Hash: the note that came of an item, by the id that it had where it came from. */
  imported: (userId: string) => `imported:${userId}`,
  /** String: JSON of what came with a note when it was imported and has no place in it. */
  noteImported: (noteUuid: string) => `imported:note:${noteUuid}`,

  /**
   * Strings: where a person's Markdown is brought by schedule, as JSON; its password, sealed, which goes where the account
   * gets a new one; JSON of how far that is; and, with an expiry, who does it at the moment. Hash: the file of each note
   * as it lies there, JSON by uuid. Sorted set: people by when their next run is due, in milliseconds.
   */
  exportPlace: (userId: string) => `export:place:${userId}`,
  exportSecret: (userId: string) => `export:secret:${userId}`,
  exportProgress: (userId: string) => `export:progress:${userId}`,
  exportRunner: (userId: string) => `export:runner:${userId}`,
  exportWritten: (userId: string) => `export:written:${userId}`,
  exportsDue: 'export:due',
  /** String with an expiry: JSON of a file that is made in the background. List: the ids of those that nobody has begun. */
  exportMade: (id: string) => `export:made:${id}`,
  /** String with an expiry: somebody makes it at the moment. */
  exportMaker: (id: string) => `export:maker:${id}`,
  exportsAsked: 'export:asked',
} as const;

/** Keys of what the store knows of itself and of its backups. */
const keysOfStore = {
  /** String: names this database for as long as it lives. */
  storeId: 'meta:id',
  /** String: when the first collection was written, ISO 8601. */
  seededAt: 'meta:seeded',
  /** String: JSON of up to when the store has lived, and when that was looked at. */
  lived: 'meta:lived',
  /** String: the version of what is stored. */
  schema: 'meta:schema',
  /** String: JSON of how far the step to the next version is. String with an expiry: who takes it at the moment. */
  migration: 'meta:migration',
  migrating: 'meta:migrating',
  /** String: the backup that is being brought into this store, or that was when its restore was killed. */
  restoring: 'meta:restoring',

  /**
   * Strings with an expiry: the id of the backup that is being taken, and the same while writers keep for it what they
   * change. Sets of keys that it need not read any more, and of those of them that are kept as they were. Those copies,
   * and the order in which a large one is read.
   */
  backupRun: 'backup:run',
  backupKeeping: 'backup:keeping',
  backupKept: (run: string) => `backup:${run}:kept`,
  backupImages: (run: string) => `backup:${run}:images`,
  backupImage: (run: string, name: string) => `backup:${run}:image:${name}`,
  backupOrder: (run: string, name: string) => `backup:${run}:order:${name}`,
  /** String: JSON of how far the nightly backup is. String with an expiry: who takes it at the moment. */
  backupProgress: 'backup:progress',
  backupRunner: 'backup:runner',
  /** Strings: JSON of the last nightly backup that was verified, and of why one failed since. */
  backupLast: 'backup:last',
  backupFailure: 'backup:failure',
} as const;

/** What `keys` has beside the keys of notes, threads and people. */
export const otherKeys = {
  ...keysOfCollections,
  ...keysOfLibraries,
  ...keysOfLinks,
  ...keysOfPictures,
  ...keysOfTransfer,
  ...keysOfStore,
} as const;
