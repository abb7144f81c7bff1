/** Every limit that a user can meet, in one place. Lengths are in characters unless a name says otherwise. */
export const limits = {
  /** Whole numbers that a program sends: a larger one is no longer exact where a script of the store writes it anew. */
  whole: 10 ** 14 - 1,
  /** So many times as long as it may be in the end is what is tidied first: that takes a while for a megabyte. */
  asTyped: 10,
  title: { min: 1, max: 200 },
  bodyBytes: 200 * 1024,
  /** Unfinished texts that the server keeps for one person; lines and texts may still be too long for a note. */
  drafts: { count: 30, line: 5000, bodyBytes: 250 * 1024 },
  /** How long a deleted note stays in its author's bin. */
  binDays: 30,
  /** Revisions of a note that are kept, the present one included, and the bytes of all before it. */
  revisions: { count: 50, bytes: 2_000_000 },
  /** Notes that one text links to, that are shown as linking to one, and of these by one other person; titles of before that lead to a note. */
  noteMentions: { inText: 200, shown: 50, ofOne: 3 },
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
    /** Levels of replies; an answer to the last level stands beside it. */
    depth: 12,
  },
  /** Characters of a highlighted passage, of what is said of it and of what is kept on each side; how many one copy has. */
  highlight: { quote: 4000, comment: 4000, context: 64, perCopy: 500 },
  /**
   * Collections of one person; those that are not private, and smart ones among these; notes of one; characters of a name
   * and of a description; how many of its owner's newest public notes the page of a smart one looks through.
   */
  collections: { count: 500, shown: 50, shownSmart: 20, notes: 10_000, name: 80, description: 500, searched: 500 },
  /**
   * What one call of an import brings: so many entries and characters, or one note with the copy of a page; and how
   * large a file programs may send at once. The page reads files of any size.
   */
  import: { entries: 500, characters: 400_000, copyBytes: 3_500_000, fileBytes: 4_500_000, days: 30, kept: 10 },
  /** Comments in a note's static page, and in one answer of the API. */
  threadPage: 100,
  /** Notes on one list page. */
  pageSize: 20,
  /** Notes on the page that is chosen for one reader. */
  forYou: 24,
  /** Notes on the page of a ranking; the API lists on. */
  rankedNotes: 30,
  /** List pages that are files; older ones are answered by a function. */
  staticListPages: 50,
} as const;

/** What is said of a text that is more than a note may hold. */
export const textTooLong = `A note holds at most ${limits.bodyBytes / 1024} KB of text. Shorten it, or split it into two notes.`;

/** How many calls one key may make in a window. `windowSeconds` is what Retry-After never exceeds. */
export const rates = {
  signIn: { calls: 5, windowSeconds: 60 },
  /** Whatever accounts one address tries: each try costs a password's work. */
  signInFrom: { calls: 60, windowSeconds: 600 },
  signUp: { calls: 5, windowSeconds: 3600 },
  /** Passwords tried for one address, from wherever, whether or not it has an account; and the mail that tells of it. */
  guesses: { calls: 100, windowSeconds: 3600 },
  guessMail: { calls: 1, windowSeconds: 24 * 3600 },
  /** Links for a new password, by whoever asks; to one address from one asker and from all: see people/server/addresses.ts. */
  askReset: { calls: 10, windowSeconds: 3600 },
  resetToBy: { calls: 3, windowSeconds: 1800 },
  resetTo: { calls: 4, windowSeconds: 1800 },
  /** Asking for another address, by account; to one address for one account, for all others together, and in all. */
  askAddress: { calls: 10, windowSeconds: 3600 },
  addressToBy: { calls: 1, windowSeconds: 1800 },
  addressTo: { calls: 4, windowSeconds: 3600 },
  addressToAll: { calls: 7, windowSeconds: 3600 },
  /** Links that prove the address of an account, by address: the one of signing up, and four that are asked for. */
  verifyTo: { calls: 5, windowSeconds: 3600 },
  /** Using mailed links and passkeys, by whoever tries. */
  prove: { calls: 30, windowSeconds: 600 },
  challenge: { calls: 60, windowSeconds: 600 },
  profile: { calls: 30, windowSeconds: 3600 },
  download: { calls: 10, windowSeconds: 3600 },
  /** Codes of the second step, for one account: a million codes, three of which are right at a time. */
  factor: { calls: 10, windowSeconds: 3600 },
  /** Proving who one is again, before what only the owner of an account may do. */
  confirm: { calls: 10, windowSeconds: 600 },
  notes: { calls: 60, windowSeconds: 3600 },
  /** Changing notes: each change may ask for a build, and tells whom it mentions. */
  edits: { calls: 120, windowSeconds: 3600 },
  /** Sent every few seconds while one types. */
  drafts: { calls: 600, windowSeconds: 600 },
  /** Asked for as one types, whenever that rests for a moment. */
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
  /** Portions of an import: hundreds of thousands of saved things an hour. */
  importParts: { calls: 1500, windowSeconds: 3600 },
  /** Pictures for texts, those of a vault among them. */
  pictures: { calls: 5000, windowSeconds: 3600 },
  /** Questions to the reading assistant. */
  asks: { calls: 60, windowSeconds: 600 },
  /** Searches by programs; pages search by themselves. Each reads many files of the index. */
  searches: { calls: 120, windowSeconds: 60 },
  /** Searches by meaning, each of which may cost a call of a model; beyond, words alone are searched for. */
  meanings: { calls: 120, windowSeconds: 600 },
  /** Tags for what is being written, asked for as one writes. */
  tagHints: { calls: 120, windowSeconds: 600 },
  votes: { calls: 300, windowSeconds: 600 },
  /** Progress is saved as one reads. */
  saves: { calls: 600, windowSeconds: 600 },
  highlights: { calls: 300, windowSeconds: 600 },
  /** Making and changing collections, and putting notes into them. */
  collections: { calls: 600, windowSeconds: 600 },
  /**
   * Asking for one's library, by words or not, and for what changed in it: typing and scrolling ask once for what they come
   * to, and a device reads 500 changes at a time.
   */
  library: { calls: 1200, windowSeconds: 120 },
  /** What goes through megabytes for one person: their tags, duplicates, drafts and revisions, and notes for them. */
  overviews: { calls: 300, windowSeconds: 600 },
  publish: { calls: 30, windowSeconds: 3600 },
  /** Asking the public icon API for what it has not been asked for lately. */
  icons: { calls: 120, windowSeconds: 600 },
} as const;

export type RateName = keyof typeof rates;
