/** Every limit that a user can meet, in one place. Lengths are in characters unless a name says otherwise. */
export const limits = {
  /** The largest whole number that a program may send. Lua scripts cannot write larger ones exactly. */
  whole: 10 ** 14 - 1,
  /** How many times its limit a text may be as typed. Longer ones are refused before they are normalised, which is slow. */
  asTyped: 10,
  title: { min: 1, max: 200 },
  bodyBytes: 200 * 1024,
  /** Drafts that the server keeps for one person. Their lines and texts may still be too long for a note. */
  drafts: { count: 30, line: 5000, bodyBytes: 250 * 1024 },
  /** How long a deleted note stays in its author's bin. */
  binDays: 30,
  /** Revisions of a note that are kept, the current one included, and the bytes of all earlier ones together. */
  revisions: { count: 50, bytes: 2_000_000 },
  /** Links to notes that count in one text; mentions shown on a note, and how many of them may be by one other person. */
  noteMentions: { inText: 200, shown: 50, ofOne: 3 },
  /** Characters of a link by title, between its brackets. */
  wikilink: 500,
  /** Former titles that still lead to a note. */
  formerTitles: 20,
  tags: { count: 8, length: 32 },
  /** How many people one text may notify by mentioning them. */
  mentions: 20,
  handle: { min: 3, max: 24 },
  name: { max: 80 },
  bio: { max: 500 },
  /** Days between two changes of a handle. */
  handleDays: 30,
  email: { max: 254 },
  password: { min: 10, max: 200 },
  /** Entries of an account's activity that are kept, and for how many days. */
  activity: { kept: 200, days: 180 },
  url: { max: 2048 },
  comment: {
    max: 10_000,
    /** How long its author may change a comment. */
    editMinutes: 15,
    /** How long its author may bring back a comment that they deleted. */
    undoMinutes: 60,
    /** Earlier versions that are kept. */
    history: 20,
    /** Levels of replies. A reply to the last level is placed beside it. */
    depth: 12,
  },
  /** Characters of a highlighted passage, of its comment and of the context on each side; highlights in one copy. */
  highlight: { quote: 4000, comment: 4000, context: 64, perCopy: 500 },
  /**
   * Collections of one person; how many of them may be shared, and how many shared ones may be smart; notes in one
   * collection; characters of a name and of a description; how many of its owner's newest public notes the page of a smart
   * collection searches.
   */
  collections: { count: 500, shown: 50, shownSmart: 20, notes: 10_000, name: 80, description: 500, searched: 500 },
  /**
   * The most that one call of an import may send: entries and characters, or one note with the copy of a page; and the
   * largest file that a program may send in one call. Browsers read files of any size and send them in parts.
   */
  import: { entries: 500, characters: 400_000, copyBytes: 3_500_000, fileBytes: 4_500_000, days: 30, kept: 10 },
  /** Notes in one export of chosen notes, and in one book. */
  export: { chosen: 1000, book: 500 },
  /** Comments in a note's static page, and in one answer of the API. */
  threadPage: 100,
  /** Notes on one list page. */
  pageSize: 20,
  /** Recommended notes on one reader's page. */
  forYou: 24,
  /** Notes on the page of a ranking. The API lists more. */
  rankedNotes: 30,
  /** List pages that are files; older ones are answered by a function. */
  staticListPages: 50,
} as const;

/** The message for a text that is too long for a note. */
export const textTooLong = `A note holds at most ${limits.bodyBytes / 1024} KB of text. Shorten it, or split it into two notes.`;

/** How many calls one key may make in a window. Retry-After never exceeds `windowSeconds`. */
export const rates = {
  signIn: { calls: 5, windowSeconds: 60 },
  /** From one client, whichever accounts it tries: each try costs the hashing of a password. */
  signInFrom: { calls: 60, windowSeconds: 600 },
  signUp: { calls: 5, windowSeconds: 3600 },
  /** Passwords tried for one e-mail address by all clients, with or without an account; and the mail that warns of it. */
  guesses: { calls: 100, windowSeconds: 3600 },
  guessMail: { calls: 1, windowSeconds: 24 * 3600 },
  /** Mailed links for a new password: per client; to one address by one client, and by all: see people/server/addresses.ts. */
  askReset: { calls: 10, windowSeconds: 3600 },
  resetToBy: { calls: 3, windowSeconds: 1800 },
  resetTo: { calls: 4, windowSeconds: 1800 },
  /** Changes of address: per account; to one address for one account, for all other accounts together, and in total. */
  askAddress: { calls: 10, windowSeconds: 3600 },
  addressToBy: { calls: 1, windowSeconds: 1800 },
  addressTo: { calls: 4, windowSeconds: 3600 },
  addressToAll: { calls: 7, windowSeconds: 3600 },
  /** Mailed links that prove an address, per address: the one of signing up, and four on request. */
  verifyTo: { calls: 5, windowSeconds: 3600 },
  /** Uses of mailed links and passkeys, per client. */
  prove: { calls: 30, windowSeconds: 600 },
  challenge: { calls: 60, windowSeconds: 600 },
  profile: { calls: 30, windowSeconds: 3600 },
  download: { calls: 10, windowSeconds: 3600 },
  /** Codes of the second step, per account: three of a million codes are valid at a time. */
  factor: { calls: 10, windowSeconds: 3600 },
  /** Repeated proofs of identity, before actions that only the owner of an account may take. */
  confirm: { calls: 10, windowSeconds: 600 },
  notes: { calls: 60, windowSeconds: 3600 },
  /** Changes of notes: each may ask for a build and notify the people it mentions. */
  edits: { calls: 120, windowSeconds: 3600 },
  /** Saved every few seconds while a person types. */
  drafts: { calls: 600, windowSeconds: 600 },
  /** Requested whenever a person pauses while typing. */
  previews: { calls: 1200, windowSeconds: 600 },
  captures: { calls: 30, windowSeconds: 3600 },
  /** Asking for more and less of something. */
  feedback: { calls: 300, windowSeconds: 3600 },
  /** Following and muting, together. */
  follows: { calls: 300, windowSeconds: 3600 },
  /** A flood is stopped; a lively conversation is not. */
  comments: { calls: 30, windowSeconds: 600 },
  reports: { calls: 20, windowSeconds: 3600 },
  appeals: { calls: 10, windowSeconds: 3600 },
  imports: { calls: 30, windowSeconds: 3600 },
  importParts: { calls: 1500, windowSeconds: 3600 },
  /** Entries of imports, each of which costs the store about a hundred commands; of new accounts, and of all others. */
  newImportEntries: { calls: 20_000, windowSeconds: 24 * 3600 },
  importEntries: { calls: 100_000, windowSeconds: 24 * 3600 },
  /** Pictures for texts, those of a vault among them. */
  pictures: { calls: 5000, windowSeconds: 3600 },
  /** Questions to the reading assistant. */
  asks: { calls: 60, windowSeconds: 600 },
  /** Searches by programs; pages search by themselves. Each reads many files of the index. */
  searches: { calls: 120, windowSeconds: 60 },
  /** Semantic searches, each of which may call a model. Beyond the limit only words are searched for. */
  meanings: { calls: 120, windowSeconds: 600 },
  /** The same for a day, so that one client alone does not use up what all searches of a month may cost. */
  meaningsDaily: { calls: 100, windowSeconds: 24 * 3600 },
  /** Suggested tags, requested while a person writes. */
  tagHints: { calls: 120, windowSeconds: 600 },
  votes: { calls: 300, windowSeconds: 600 },
  /** Includes progress, which is saved while a person reads. */
  saves: { calls: 600, windowSeconds: 600 },
  highlights: { calls: 300, windowSeconds: 600 },
  /** Making and changing collections, and putting notes into them. */
  collections: { calls: 600, windowSeconds: 600 },
  /**
   * Pages of one's own library, searched or not, and its changes. Typing and scrolling send a request only when they pause,
   * and a device reads 500 changes at a time.
   */
  library: { calls: 1200, windowSeconds: 120 },
  /** Calls that read megabytes for one person: their tags, duplicates, drafts, revisions and recommendations. */
  overviews: { calls: 300, windowSeconds: 600 },
  publish: { calls: 30, windowSeconds: 3600 },
  /** Icons that are not cached and have to be fetched from the public icon API. */
  icons: { calls: 120, windowSeconds: 600 },
} as const;

export type RateName = keyof typeof rates;
