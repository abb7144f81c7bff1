/** Keys of collections. */
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
  /** Set: the ids of the people who have a note in their reading list, or starred it. */
  savers: (noteUuid: string) => `savers:${noteUuid}`,
  /** Sorted set: the notes of a reading list, and starred ones, by when they were saved; one set more for each state, by its last change; milliseconds. */
  reading: (userId: string) => `reading:${userId}`,
  readingIn: (userId: string, state: string) => `reading:${userId}:${state}`,
  /** Hash: how far a note was read, 0 to 1, by uuid; absent if reading has not begun. */
  readingProgress: (userId: string) => `reading:${userId}:progress`,
  /** Set: the notes that have a star, in a state or not. */
  readingFavourites: (userId: string) => `reading:${userId}:favourites`,

  /**
   * Sorted set: uuids of all notes that are or were in a person's library (their own and saved ones) by the revision of the
   * last change. Each change has that person's next revision.
   */
  libraryChanges: (userId: string) => `library:changes:${userId}`,
  /** Hash: notes with more savers than the script that changed them notifies, with the number of changes since. */
  librariesPending: 'library:untold',
  /** Hash: a person's library as last assembled, JSON by uuid; under an empty name, the revision up to which. */
  libraryItems: (userId: string) => `library:items:${userId}`,
  /** Hash: the files of the full-text index of a person's library, base64 by name. Both expire if unused. */
  libraryWords: (userId: string) => `library:words:${userId}`,
} as const;

/** Keys of link checks, and of copies that are made of all links of a person. */
const keysOfLinks = {
  /**
   * Sorted set: notes with links by the time of the next check, in milliseconds. String: how far all notes were scanned for
   * links.
   */
  linksDue: 'checks:due',
  linksScan: 'checks:scan',
  /** String: JSON of the failure when a note's link was checked. */
  linkState: (noteUuid: string) => `checks:link:${noteUuid}`,
  /**
   * Sorted set: people who want copies of all their links, by the revision of their library up to which these are listed.
   * Sorted set: the notes whose links are to be copied, by when, in milliseconds.
   */
  copiesWanted: 'copies:wanted',
  copiesDue: 'copies:due',
  /** String with an expiry: exists while a run makes copies. */
  copiesRun: 'copies:run',
} as const;

/** Keys of pictures. */
const keysOfPictures = {
  /** String: the secret with which names of pictures are digested. */
  pictureSecret: 'pictures:secret',
  /**
   * Hash: a picture's metadata and state. Set: the notes, people and drafts that show it, `note:{uuid}` (also if only a kept
   * revision does), `user:{id}`, `draft:{userId}:{id}`.
   */
  picture: (name: string) => `picture:${name}`,
  pictureHolders: (name: string) => `pictures:of:${name}`,
  /** Sorted set: pictures by when to check whether anything still shows them, in milliseconds. */
  picturesDue: 'pictures:due',
  /** Sorted set: uploaded pictures of a person by time, in milliseconds, until a note shows them or they are deleted. */
  sentPictures: (userId: string) => `pictures:sent:${userId}`,
  /**
   * String with an expiry: JSON of the pictures of a page that a person captured (by its digest), for their note about it.
   */
  pictured: (userId: string, digest: string) => `pictured:${userId}:${digest}`,
} as const;

/** Keys of imports and of scheduled exports. */
const keysOfTransfer = {
  /**
   * String with an expiry: an import's JSON. With the same expiry, lists: the JSON of the result of each entry, and of only
   * those that were refused or of which something was set aside; hash: what to undo, by notes' uuids and choices; list:
   * what undoing left. Sorted set: a person's imports by when they began, in milliseconds.
   */
  import: (id: string) => `import:${id}`,
  importLines: (id: string) => `import:${id}:lines`,
  importRefused: (id: string) => `import:${id}:refused`,
  importAside: (id: string) => `import:${id}:aside`,
  importDone: (id: string) => `import:${id}:done`,
  importLeft: (id: string) => `import:${id}:left`,
  userImports: (userId: string) => `imports:${userId}`,
  /** Hash: the imported note, by the id of the item in its source. */
  imported: (userId: string) => `imported:${userId}`,
  /** String: JSON of data that was imported with a note but has no place in it. */
  noteImported: (noteUuid: string) => `imported:note:${noteUuid}`,

  /**
   * Strings: the destination of a person's scheduled Markdown export, as JSON; its password, sealed, deleted with a
   * change of the account's password; JSON of the progress; and, with an expiry, the current runner. Hash: the files at the
   * destination, JSON by the note's uuid or `picture:{name}`. Sorted set: people by when their next run is due, in milliseconds.
   */
  exportPlace: (userId: string) => `export:place:${userId}`,
  exportSecret: (userId: string) => `export:secret:${userId}`,
  exportProgress: (userId: string) => `export:progress:${userId}`,
  exportRunner: (userId: string) => `export:runner:${userId}`,
  exportWritten: (userId: string) => `export:written:${userId}`,
  exportsDue: 'export:due',
  /** String with an expiry: JSON of a file that is made in the background. List: the ids of files not yet begun. */
  exportMade: (id: string) => `export:made:${id}`,
  /** String with an expiry: a lock of the task that makes it. */
  exportMaker: (id: string) => `export:maker:${id}`,
  exportsAsked: 'export:asked',
} as const;

/** Keys of the store's metadata and of its backups. */
const keysOfStore = {
  /** String: the id of this database for its whole life. */
  storeId: 'meta:id',
  /** String: when the first collection was written, ISO 8601. */
  seededAt: 'meta:seeded',
  /** String: JSON of the time up to which the store has lived, and of the last check. */
  lived: 'meta:lived',
  /** String: the schema version of the stored data. */
  schema: 'meta:schema',
  /** String: JSON of the progress of the step to the next version. String with an expiry: its current runner. */
  migration: 'meta:migration',
  migrating: 'meta:migrating',
  /** String: the backup that is being restored into this store, or whose restore was interrupted. */
  restoring: 'meta:restoring',

  /**
   * Strings with an expiry: the id of the backup that is being taken, and the same while writers copy what they change.
   * Sets: keys that the backup need not read any more, and those of them that have a copy. Then the copies, and the order
   * in which a large key is read.
   */
  backupRun: 'backup:run',
  backupKeeping: 'backup:keeping',
  backupKept: (run: string) => `backup:${run}:kept`,
  backupImages: (run: string) => `backup:${run}:images`,
  backupImage: (run: string, name: string) => `backup:${run}:image:${name}`,
  backupOrder: (run: string, name: string) => `backup:${run}:order:${name}`,
  /** String: JSON of the progress of the nightly backup. String with an expiry: its current runner. */
  backupProgress: 'backup:progress',
  backupRunner: 'backup:runner',
  /** Strings: JSON of the last nightly backup that was verified, and of a later failure. */
  backupLast: 'backup:last',
  backupFailure: 'backup:failure',
} as const;

/** The keys in `keys` that are not about notes, threads and people. */
export const otherKeys = {
  ...keysOfCollections,
  ...keysOfLibraries,
  ...keysOfLinks,
  ...keysOfPictures,
  ...keysOfTransfer,
  ...keysOfStore,
} as const;
