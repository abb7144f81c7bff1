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

  /** String: a user's JSON, nothing secret in it. */
  user: (id: string) => `user:${id}`,
  /** String: the encoded argon2 hash. Absent for people who never sign in. */
  password: (userId: string) => `user:${userId}:password`,
  /** Strings: the id of the user to whom the address or handle belongs. */
  email: (email: string) => `email:${email}`,
  handle: (handle: string) => `handle:${handle}`,
  /** String: the id of the first person who came to own the installation. */
  firstOwner: 'owner',
  /** Hash with userId, createdAt, renewedAt and device, which expires with the session. */
  session: (sid: string) => `session:${sid}`,

  /** Counter: how many times something public changed. */
  head: 'head',
  /** Sorted set: `note:{uuid}` and `user:{id}` by the revision of their last change. */
  changes: 'changes',

  /** String with an expiry: present while a build has been asked for and has not begun. */
  waiting: 'publish:waiting',
  /** Strings: JSON of the running build, the last published one and the last failure. */
  building: 'publish:building',
  published: 'publish:published',
  failure: 'publish:failure',

  /** List of the times, in milliseconds, of the latest calls, newest first; expires with its window. */
  rate: (name: string, key: string) => `rate:${name}:${key}`,

  /** String: names this database for as long as it lives. */
  storeId: 'meta:id',
  /** String: when the first collection was written, ISO 8601. */
  seededAt: 'meta:seeded',
} as const;

/** Members of the change log. */
export const changeOf = {
  note: (uuid: string) => `note:${uuid}`,
  user: (id: string) => `user:${id}`,
} as const;
