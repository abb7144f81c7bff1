/** The names under which the CDN keeps what functions answered, so that a write can drop it. */
export const cacheTags = {
  note: (uuid: string) => `note-${uuid}`,
  /** Every page that shows this person. */
  person: (userId: string) => `person-${userId}`,
  /** Every page that lists notes. */
  lists: 'note-lists',
  /** The pages of the moderation log. */
  log: 'moderation-log',
} as const;
