import { otherKeys } from './keys-of-store.ts';

/**
 * Every key of the database. Called with an empty string, a function gives the prefix, for scripts that learn an id only
 * from a stored value. In a sorted set “with one score” all members have the same score, which puts them in lexical order.
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
  /** Sorted set with one score: `{tag}:{uuid}` for every tag of an author's notes, so that the notes of one tag are adjacent. */
  authorTags: (userId: string) => `notes:author:${userId}:tags`,

  /**
   * Sorted sets with one score: `{digest}:{uuid}`. The digest is of a note's link; in a person's own set, a note without a
   * link has a digest of its text.
   */
  publicLinks: 'links:public',
  authorLinks: (userId: string) => `links:author:${userId}`,
  /**
   * Sorted sets with one score, whose members are a value, a line break and a note's uuid. The values: the normalised titles
   * of an author's notes, what these link to (a uuid, or an author and a title), and what public notes link to.
   */
  authorTitles: (userId: string) => `notes:author:${userId}:titles`,
  authorMentions: (userId: string) => `notes:author:${userId}:mentions`,
  publicMentions: 'notes:mentions',
  /** The same of the former titles of an author's notes. List: the former titles of one note, latest first. */
  authorFormerTitles: (userId: string) => `former:titles:${userId}`,
  formerTitles: (noteUuid: string) => `former:of:${noteUuid}`,
  /**
   * String: a deleted note's JSON, unchanged, while its author can restore it. Sorted sets of such notes' uuids by
   * deletedAt, in milliseconds: of one person and of everyone. Comments, highlights and the like stay under their own keys.
   */
  binned: (uuid: string) => `bin:note:${uuid}`,
  bin: (userId: string) => `bin:of:${userId}`,
  bins: 'bin:all',
  /** String: the archived copy of the page that a note links to: JSON, compressed. */
  copy: (noteUuid: string) => `copy:${noteUuid}`,
  /** String with an expiry: the same of the copy that reading the page again replaced, so that its owner can restore it. */
  formerCopy: (noteUuid: string) => `copy:${noteUuid}:former`,
  /** Hash: a person's highlights in their copy, JSON by id. */
  highlights: (noteUuid: string) => `highlights:${noteUuid}`,
  /** String with an expiry: the note that a call with this idempotency key wrote, and a digest of the call's body. */
  sentNote: (userId: string, digest: string) => `sent:${userId}:${digest}`,
  /** The same of a comment or a collection. */
  sentOther: (userId: string, kind: 'comment' | 'collection', digest: string) => `sent:${userId}:${kind}:${digest}`,
  /** Hash: what a person has typed and not yet saved, JSON by the draft's id. */
  drafts: (userId: string) => `drafts:${userId}`,
  /** List: for each earlier revision of a note, newest first, the JSON of the fields that the next revision changed. */
  revisions: (noteUuid: string) => `revisions:${noteUuid}`,
  /** String with an expiry: a page that a person captured, by the digest of its link, until they save a note about it. */
  captured: (userId: string, digest: string) => `captured:${userId}:${digest}`,

  /** Sorted sets of public notes' uuids by the scores of notes/model/ranking.ts; the last two leave out notes that have nothing to count. */
  hotNotes: 'rank:hot',
  discussedNotes: 'rank:discussed',
  savedNotes: 'rank:saved',

  /** String: a comment's JSON. A deleted comment stays, without its text, while it has replies. */
  comment: (id: string) => `comment:${id}`,
  /** Set: the ids of the comments that answer this one. */
  replies: (commentId: string) => `replies:${commentId}`,
  /** List: a comment's earlier versions, newest first. */
  edits: (commentId: string) => `edits:${commentId}`,
  /** String with an expiry: JSON of all that was removed with a comment, so that the author who deleted it can restore it. */
  deletedComment: (id: string) => `deleted:comment:${id}`,
  /** Sorted set with one score: the paths of all of a note's comments, so that they are in reading order. */
  thread: (noteUuid: string) => `thread:${noteUuid}`,
  /** Sorted sets: ids of the visible comments, by createdAt in milliseconds and by votes. */
  threadTimes: (noteUuid: string) => `thread:${noteUuid}:times`,
  threadVotes: (noteUuid: string) => `thread:${noteUuid}:votes`,
  /** Sorted set with one score: `{userId}:{commentId}` of the visible comments. */
  threadAuthors: (noteUuid: string) => `thread:${noteUuid}:authors`,
  /** Sorted set: ids of comments, removed ones included, by the revision of their last change. */
  threadChanges: (noteUuid: string) => `thread:${noteUuid}:changes`,
  /** Sorted set: the ids of a person's comments that are not deleted, by createdAt in milliseconds. */
  authorComments: (userId: string) => `comments:author:${userId}`,
  /** The same of comments that anyone may read, on public notes. Scripts append `:public` to the key above. */
  authorPublicComments: (userId: string) => `comments:author:${userId}:public`,

  /** Set: the ids of the people who voted for a note or a comment. */
  voters: (subjectId: string) => `voters:${subjectId}`,
  /** Sorted set: the notes and comments that a person voted for, by when, in milliseconds. */
  votes: (userId: string) => `votes:${userId}`,
  /** Sorted set: the notes whose threads a person visited, by the time of the newest comment that they saw, in milliseconds. */
  visits: (userId: string) => `visits:${userId}`,
  /** String: a user's JSON, without secrets. */
  user: (id: string) => `user:${id}`,
  /** String: the encoded argon2 hash. Absent for people who never sign in. */
  password: (userId: string) => `user:${userId}:password`,
  /**
   * Strings: the id of the user to whom the address or handle belongs, former handles included. Once it is given up,
   * `held:{id}` with an expiry reserves it for a while.
   */
  email: (email: string) => `email:${email}`,
  /** The same for the address of a deleted account, by its keyed hash, while the person would still be suspended. */
  suspendedEmail: (hash: string) => `email:#${hash}`,
  handle: (handle: string) => `handle:${handle}`,
  /** Sorted set with one score: the current handles of everyone who has an account. */
  handles: 'people:handles',
  /** Sorted set: ids of people whose name or handle looks like this, by since when. Set: the looks of one person. */
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
  /** Hash with an expiry: bytes that a person has stored, measured `at` (in milliseconds) and increased since. */
  storedBytes: (userId: string) => `user:${userId}:bytes`,
  /** Hash: the sealed secret of a second factor, since when it is on, and the step of the last code that was used. */
  factor: (userId: string) => `user:${userId}:factor`,
  /** Set: hashes of the recovery codes that are left. */
  recoveryCodes: (userId: string) => `user:${userId}:factor:codes`,
  /** Hash: a personal token's owner and scope, under the hash of its secret. Sorted set: a person's tokens, by createdAt. */
  apiToken: (hash: string) => `apitoken:${hash}`,
  userApiTokens: (userId: string) => `user:${userId}:apitokens`,
  /** Sorted set: JSON of what touched the account, by when, in milliseconds; expires with its newest entry. */
  activity: (userId: string) => `user:${userId}:activity`,
  /** Hash: whether the writings of deleted accounts are kept or removed, until that is done. */
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
  /** Sorted set: ids of people whose writings are still being hidden or shown again, by since when, in milliseconds. */
  sweeps: 'mod:sweeps',

  /** Counter: how many times something public changed. */
  head: 'head',
  /** Sorted set: `note:{uuid}`, `user:{id}` and `collection:{id}` by the revision of their last change. */
  changes: 'changes',

  /** String with an expiry: present while a build has been asked for and has not begun. */
  waiting: 'publish:waiting',
  /** String: the head when something was last removed, which does not wait for the interval until the day's early builds are used up. */
  urgent: 'publish:urgent',
  /** String with an expiry of a day: how many builds were made earlier than the interval, for removals and by request. */
  early: 'publish:early',
  /** String with an expiry: present while somebody waits for the running build's next sign of life. */
  watched: 'publish:watched',
  /** Strings: JSON of the running build, the last published one and the last failure. */
  building: 'publish:building',
  published: 'publish:published',
  failure: 'publish:failure',
  /** String with an expiry: JSON of the store's last outage. */
  outage: 'store:outage',

  /** Hash: tokens that a model used in a month (2026-11), of `all` and of each `person:{id}`; expires after it. */
  assistantSpent: (month: string) => `assistant:spent:${month}`,
  /** String with an expiry: the key points that a model wrote, as JSON, under the digest of the text; null if it found none. */
  writtenPoints: (digest: string) => `assistant:points:${digest}`,
  /** Counter with an expiry: how often a provider failed on this text. */
  modelTries: (digest: string) => `assistant:tries:${digest}`,
  /**
   * String: the revision of the change log up to which a model has read. Strings with an expiry: present during a run, and
   * while the model is not to be called after a failure.
   */
  modelCursor: 'assistant:cursor',
  modelRun: 'assistant:run',
  modelPause: 'assistant:pause',
  /** The same three for the embedding model. */
  vectorCursor: 'assistant:vectors:cursor',
  vectorRun: 'assistant:vectors:run',
  vectorPause: 'assistant:vectors:pause',
  /** Sorted sets of the uuids of notes whose author's budget was spent, by the month in which to try again. */
  modelWaiting: 'assistant:waiting',
  vectorWaiting: 'assistant:vectors:waiting',
  /** Hash: the digest of what was embedded of a public note, and its vector, in base64, by uuid. */
  vectors: 'assistant:vectors',
  /** Sorted set: uuids of notes whose vectors were added or removed, by a counter that every change increases. */
  vectorLog: 'assistant:vectors:log',
  /** String: the model whose vectors these are. */
  vectorModel: 'assistant:vectors:model',

  /** List of the times, in milliseconds, of the latest calls, newest first; expires with its window. */
  rate: (name: string, key: string) => `rate:${name}:${key}`,

  /** Sorted set of what a person follows (`person:{id}`, `tag:{tag}`, `thread:{uuid}`) by since when, in milliseconds. */
  follows: (userId: string) => `follows:${userId}`,
  /** Sorted set: the ids of the followers of something, by since when. Set: the sources that have many followers. */
  followers: (source: string) => `followers:${source}`,
  largeSources: 'sources:large',
  /** Sorted set of what a person mutes (`person:{id}`, `tag:{tag}`, `site:{host}`) by since when. */
  mutes: (userId: string) => `mutes:${userId}`,
  /** Sorted set of what a person wants more or less of (`more:tag:{tag}`, `less:person:{id}`, `less:note:{uuid}`) by since when. */
  feedback: (userId: string) => `wishes:${userId}`,

  /** Hash: the searches that a person saved, JSON by id. Sets: `{user id} {search id}` of searches that a note with this anchor may match. */
  searches: (userId: string) => `searches:of:${userId}`,
  searchesBy: (anchor: string) => `searches:by:${anchor}`,

  /** Sorted sets of notification ids by time, in milliseconds: all, and the unread ones. Hash: what each one says. */
  inbox: (userId: string) => `inbox:${userId}`,
  inboxUnread: (userId: string) => `inbox:unread:${userId}`,
  inboxItems: (userId: string) => `inbox:items:${userId}`,
  /** String: the time, in milliseconds, up to which the inbox has pulled news from large sources. */
  inboxPulled: (userId: string) => `inbox:pulled:${userId}`,
  /** Hash: how each kind of notification is delivered to a person, if they chose it. */
  delivery: (userId: string) => `inbox:delivery:${userId}`,
  /** Sorted set of notification ids to be mailed; sorted set of the people who have some, by when that is due. */
  mailItems: (batch: 'mail' | 'digest', userId: string) => `notices:${batch}:${userId}`,
  mailDue: (batch: 'mail' | 'digest') => `notices:due:${batch}`,
  /** Sorted set of the people who asked for the weekly mail, by when their next one is due, in milliseconds. */
  weeklyDue: 'notices:weekly',
  /** The same of the mail with highlights that are due, for those who want it daily and weekly. */
  reviewDue: (every: 'daily' | 'weekly') => `notices:review:${every}`,
  /** String with an expiry: present for a while after each mail to this person; the next one waits. */
  mailPause: (userId: string) => `notices:pause:${userId}`,

  ...otherKeys,
} as const;

/** Members of the change log. */
export const changeOf = {
  note: (uuid: string) => `note:${uuid}`,
  user: (id: string) => `user:${id}`,
  collection: (id: string) => `collection:${id}`,
} as const;
