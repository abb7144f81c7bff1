import { otherKeys } from './keys-of-store.ts';

/**
 * Every key of the database. Called with an empty string, a function gives the prefix, which is what scripts get
 * that learn ids only from what is stored.
 */
export const keys = {
  /** String: a note's JSON, or its DeletedNote JSON. */
  note: (uuid: string) => `note:${uuid}`,
  /** Sorted set of public notes' uuids by publishedAt, in milliseconds; so are the next two. */
  publicNotes: 'notes:public',
  tagNotes: (tag: string) => `notes:tag:${tag}`,
  authorPublicNotes: (userId: string) => `notes:author:${userId}:public`,
  /** Sorted set of all of an author's notes by createdAt, in milliseconds. */
  authorNotes: (userId: string) => `notes:author:${userId}`,
  /** Sorted set with one score: `{tag}:{uuid}` of each tag of each of an author's notes, so that those of a tag stand together. */
  authorTags: (userId: string) => `notes:author:${userId}:tags`,

  /**
   * Sorted sets with one score: `{digest}:{uuid}` of the public notes that have a link, and of all of a person's; theirs
   * are also found by what texts say.
   */
  publicLinks: 'links:public',
  authorLinks: (userId: string) => `links:author:${userId}`,
  /**
   * Sorted sets with one score, each entry what comes first, a line break and a uuid: an author's notes by what titles are
   * compared by, what those notes link to (a uuid, or an author and a title), and what public notes do.
   */
  authorTitles: (userId: string) => `notes:author:${userId}:titles`,
  authorMentions: (userId: string) => `notes:author:${userId}:mentions`,
  publicMentions: 'notes:mentions',
  /** The same of titles that an author's notes had before; and those of one note, a list, the latest first. */
  authorFormerTitles: (userId: string) => `former:titles:${userId}`,
  formerTitles: (noteUuid: string) => `former:of:${noteUuid}`,
  /**
   * String: a deleted note's JSON, as it was, while its author can bring it back. Sorted sets of such notes' uuids by
   * deletedAt, in milliseconds: of one person and of everyone. What belongs to such a note stays under its own keys.
   */
  binned: (uuid: string) => `bin:note:${uuid}`,
  bin: (userId: string) => `bin:of:${userId}`,
  bins: 'bin:all',
  /** String: the page that a note is about, as it was when its author captured it: JSON, packed. */
  copy: (noteUuid: string) => `copy:${noteUuid}`,
  /** Hash: a person's highlights in their copy, JSON by id. */
  highlights: (noteUuid: string) => `highlights:${noteUuid}`,
  /** String with an expiry: the note that a call with this idempotency key wrote, and a digest of what the call said. */
  sentNote: (userId: string, digest: string) => `sent:${userId}:${digest}`,
  /** The same of a comment or a collection. */
  sentOther: (userId: string, kind: 'comment' | 'collection', digest: string) => `sent:${userId}:${kind}:${digest}`,
  /** Hash: what a person typed and has not saved, JSON by the draft's id. */
  drafts: (userId: string) => `drafts:${userId}`,
  /** List: what each next revision of a note changed, as it was before, JSON, newest first. */
  revisions: (noteUuid: string) => `revisions:${noteUuid}`,
  /** String with an expiry: what a person captured of a link (by its digest), until a note of theirs takes it. */
  captured: (userId: string, digest: string) => `captured:${userId}:${digest}`,

  /** Sorted sets of public notes' uuids by the scores of notes/model/ranking.ts; the last two only where there is something to count. */
  hotNotes: 'rank:hot',
  discussedNotes: 'rank:discussed',
  savedNotes: 'rank:saved',

  /** String: a comment's JSON. What others answered stays when it is deleted. */
  comment: (id: string) => `comment:${id}`,
  /** Set: the ids of the comments that answer this one. */
  replies: (commentId: string) => `replies:${commentId}`,
  /** List: a comment's earlier versions, newest first. */
  edits: (commentId: string) => `edits:${commentId}`,
  /** String with an expiry: JSON of what went with a comment that its author deleted, so that they can bring it back. */
  deletedComment: (id: string) => `deleted:comment:${id}`,
  /** Sorted set with one score: the paths of all of a note's comments, so that they are in reading order. */
  thread: (noteUuid: string) => `thread:${noteUuid}`,
  /** Sorted sets of the ids of those that show, by createdAt in milliseconds and by votes. */
  threadTimes: (noteUuid: string) => `thread:${noteUuid}:times`,
  threadVotes: (noteUuid: string) => `thread:${noteUuid}:votes`,
  /** Sorted set with one score: who said what of that which shows, `{userId}:{commentId}`. */
  threadAuthors: (noteUuid: string) => `thread:${noteUuid}:authors`,
  /** Sorted set: ids of comments, those that are gone too, by the revision of their last change. */
  threadChanges: (noteUuid: string) => `thread:${noteUuid}:changes`,
  /** Sorted set: the ids of a person's comments that are not deleted, by createdAt in milliseconds. */
  authorComments: (userId: string) => `comments:author:${userId}`,
  /** The same of those that anyone may read below public notes; scripts append `:public`. */
  authorPublicComments: (userId: string) => `comments:author:${userId}:public`,

  /** Set: the ids of those who voted for a note or a comment. */
  voters: (subjectId: string) => `voters:${subjectId}`,
  /** Sorted set: the notes and comments that a person voted for, by when, in milliseconds. */
  votes: (userId: string) => `votes:${userId}`,
  /** Sorted set: the notes whose threads a person visited, by when the newest comment was said that they saw, in milliseconds. */
  visits: (userId: string) => `visits:${userId}`,
  /** String: a user's JSON, nothing secret in it. */
  user: (id: string) => `user:${id}`,
  /** String: the encoded argon2 hash. Absent for people who never sign in. */
  password: (userId: string) => `user:${userId}:password`,
  /**
   * Strings: the id of the user to whom the address or handle belongs, former handles included; `held:` and an id with
   * an expiry keeps it from others for a while after it was given up.
   */
  email: (email: string) => `email:${email}`,
  handle: (handle: string) => `handle:${handle}`,
  /** Sorted set with one score: the present handles of everyone who has not left, so that they are in lexical order. */
  handles: 'people:handles',
  /** Sorted set of the ids of people with a name or handle that looks like this, by since when; a person's own looks. */
  alike: (look: string) => `alike:${look}`,
  userAlike: (userId: string) => `user:${userId}:alike`,
  /** String: the id of the first person who came to own the installation. */
  firstOwner: 'owner',
  /** Hash with userId, createdAt, renewedAt, seenAt and device, which expires with the session. */
  session: (sid: string) => `session:${sid}`,
  /** Sorted set of a person's session ids by createdAt, in milliseconds; some may have expired. */
  userSessions: (userId: string) => `user:${userId}:sessions`,
  /** String with an expiry: JSON of what a mailed link or a passkey's challenge is for, under the hash of its secret. */
  token: (hash: string) => `token:${hash}`,
  /** String: a passkey's JSON, under the credential's id. */
  passkey: (credentialId: string) => `passkey:${credentialId}`,
  /** Sorted set of the ids of a person's passkeys by createdAt, in milliseconds. */
  userPasskeys: (userId: string) => `user:${userId}:passkeys`,
  /** Hash with an expiry: bytes of what a person has here, measured `at` (in milliseconds) and raised since. */
  storedBytes: (userId: string) => `user:${userId}:bytes`,
  /** Hash: the sealed secret of a second factor, since when it is on, and the step of the last code that was used. */
  factor: (userId: string) => `user:${userId}:factor`,
  /** Set: hashes of the recovery codes that are left. */
  recoveryCodes: (userId: string) => `user:${userId}:factor:codes`,
  /** Hash: whose a personal token is and what it allows, under the hash of its secret; a person's, by createdAt. */
  apiToken: (hash: string) => `apitoken:${hash}`,
  userApiTokens: (userId: string) => `user:${userId}:apitokens`,
  /** Sorted set: JSON of what touched the account, by when, in milliseconds; expires with its newest entry. */
  activity: (userId: string) => `user:${userId}:activity`,
  /** Hash: what becomes of the writings of people who deleted their accounts, while something of theirs is left. */
  accountDeletions: 'meta:leaving',
  /** Sorted set of a person's tokens, `purpose:hash`, by when they expire, in milliseconds. */
  userTokens: (userId: string) => `user:${userId}:tokens`,

  /** String: the open case's JSON; hash of its reports' JSON by reporter. `subject` is such as `note:{uuid}`. */
  moderationCase: (subject: string) => `mod:case:${subject}`,
  reports: (subject: string) => `mod:reports:${subject}`,
  /** Sorted set by time, in milliseconds: subjects of open cases (report, held), entries appealed against (appeal). */
  queue: (kind: string) => `mod:queue:${kind}`,
  /** String: the JSON of an entry of the moderation log, and of the appeal against it. */
  entry: (id: string) => `mod:entry:${id}`,
  appeal: (entryId: string) => `mod:appeal:${entryId}`,
  /** Sorted sets of entries' ids by time, in milliseconds: all, those everyone may read, those about one person. */
  entries: 'mod:entries',
  publicEntries: 'mod:log',
  personEntries: (userId: string) => `mod:person:${userId}`,
  /** Hash: why and by which entry a domain is banned, as JSON. */
  bannedDomains: 'mod:domains',
  /** Hash: the role of everyone who has one, by user id. */
  moderators: 'mod:moderators',
  /** Sorted set: ids of people whose writings still come into sight or leave it, by since when, in milliseconds. */
  sweeps: 'mod:sweeps',

  /** Counter: how many times something public changed. */
  head: 'head',
  /** Sorted set: `note:{uuid}`, `user:{id}` and `collection:{id}` by the revision of their last change. */
  changes: 'changes',

  /** String with an expiry: present while a build has been asked for and has not begun. */
  waiting: 'publish:waiting',
  /** String: the head when something was last removed, which is published without waiting. */
  urgent: 'publish:urgent',
  /** String with an expiry: present while somebody waits for what is under way to say that it lives. */
  watched: 'publish:watched',
  /** Strings: JSON of the running build, the last published one and the last failure. */
  building: 'publish:building',
  published: 'publish:published',
  failure: 'publish:failure',
  /** String with an expiry: JSON of the last time without the store. */
  outage: 'store:outage',

  /** Hash: tokens that a model used in a month (2026-11), of `all` and of each `person:{id}`; expires after it. */
  assistantSpent: (month: string) => `assistant:spent:${month}`,
  /** String with an expiry: the key points that a model wrote, as JSON, under the digest of the text; null where it gave none. */
  writtenPoints: (digest: string) => `assistant:points:${digest}`,
  /** Counter with an expiry: how often a provider failed over a text. */
  modelTries: (digest: string) => `assistant:tries:${digest}`,
  /**
   * String: the change log's revision up to which a model has read. Strings with an expiry: present while a run of it goes
   * on, and while it is left alone.
   */
  modelCursor: 'assistant:cursor',
  modelRun: 'assistant:run',
  modelPause: 'assistant:pause',
  /** The same three of the model that makes vectors. */
  vectorCursor: 'assistant:vectors:cursor',
  vectorRun: 'assistant:vectors:run',
  vectorPause: 'assistant:vectors:pause',
  /** Sorted sets of the uuids of notes whose author's budget was spent, by the month in which to try again. */
  modelWaiting: 'assistant:waiting',
  vectorWaiting: 'assistant:vectors:waiting',
  /** Hash: the digest of what was embedded of a public note, and its vector, in base64, by uuid. */
  vectors: 'assistant:vectors',
  /** Sorted set: the uuids of those and of vectors that went, each by a number that every change raises. */
  vectorLog: 'assistant:vectors:log',
  /** String: the model whose vectors these are. */
  vectorModel: 'assistant:vectors:model',

  /** List of the times, in milliseconds, of the latest calls, newest first; expires with its window. */
  rate: (name: string, key: string) => `rate:${name}:${key}`,

  /** Sorted set of what a person follows (`person:{id}`, `tag:{tag}`, `thread:{uuid}`) by since when, in milliseconds. */
  follows: (userId: string) => `follows:${userId}`,
  /** Sorted set of the ids of those who follow something, by since when; and the set of what has many of them. */
  followers: (source: string) => `followers:${source}`,
  largeSources: 'sources:large',
  /** Sorted set of what a person mutes (`person:{id}`, `tag:{tag}`, `site:{host}`) by since when. */
  mutes: (userId: string) => `mutes:${userId}`,
  /** Sorted set of what a person wants more or less of (`more:tag:{tag}`, `less:person:{id}`, `less:note:{uuid}`) by since when. */
  feedback: (userId: string) => `wishes:${userId}`,

  /** Hash: the searches that a person saved, JSON by id. Sets: `{user id} {id}` of those that a note with a key may answer. */
  searches: (userId: string) => `searches:of:${userId}`,
  searchesBy: (anchor: string) => `searches:by:${anchor}`,

  /** Sorted set of notification ids by time, in milliseconds; those of them that are not read; a hash of what each says. */
  inbox: (userId: string) => `inbox:${userId}`,
  inboxUnread: (userId: string) => `inbox:unread:${userId}`,
  inboxItems: (userId: string) => `inbox:items:${userId}`,
  /** String: until when, in milliseconds, the inbox has taken in what large sources brought. */
  inboxPulled: (userId: string) => `inbox:pulled:${userId}`,
  /** Hash: how each kind of notification reaches a person, where they chose it. */
  delivery: (userId: string) => `inbox:delivery:${userId}`,
  /** Sorted set of notification ids to be mailed; sorted set of the people who have some, by when that is due. */
  mailItems: (batch: 'mail' | 'digest', userId: string) => `notices:${batch}:${userId}`,
  mailDue: (batch: 'mail' | 'digest') => `notices:due:${batch}`,
  /** Sorted set of the people who asked for the weekly mail, by when their next one is due, in milliseconds. */
  weeklyDue: 'notices:weekly',
  /** The same of the mail with highlights that are due, for those who want it daily and weekly. */
  reviewDue: (every: 'daily' | 'weekly') => `notices:review:${every}`,
  /** String with an expiry: a mail has just gone to this person, so the next one waits. */
  mailPause: (userId: string) => `notices:pause:${userId}`,

  ...otherKeys,
} as const;

/** Members of the change log. */
export const changeOf = {
  note: (uuid: string) => `note:${uuid}`,
  user: (id: string) => `user:${id}`,
  collection: (id: string) => `collection:${id}`,
} as const;

/** All that is kept of one import. */
export const importKeys = [
  keys.import,
  keys.importLines,
  keys.importRefused,
  keys.importAside,
  keys.importDone,
  keys.importLeft,
] as const;
