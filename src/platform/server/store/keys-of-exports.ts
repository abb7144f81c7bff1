/** Keys of exports by schedule; a part of `keys`. */
export const keysOfExports = {
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
  exportsAsked: 'export:asked',
} as const;
