/** Something that a person wrote or did, told to everyone whom it concerns once it is stored. Ids are user ids. */
export type SiteEvent = NoteEvent | CommentEvent | ModerationEvent;

/** A note that others may read was written or changed. Telling of it again tells nobody twice. */
export type NoteEvent = {
  kind: 'note';
  noteUuid: string;
  authorId: string;
  tags: readonly string[];
  mentioned: readonly string[];
};

/** A comment was written. `parentAuthorId`: who wrote the comment that it replies to. */
export type CommentEvent = {
  kind: 'comment';
  noteUuid: string;
  commentId: string;
  authorId: string;
  parentAuthorId?: string | undefined;
  mentioned: readonly string[];
};

/**
 * A moderator decided something about `userId`'s writing or standing. The inbox says “{subject} was {action}: {reason}”,
 * so `subject` begins a sentence (`Your note “On keeping notes”`) and `action` ends it (`hidden`). `path` leads on, such
 * as to the appeal.
 */
export type ModerationEvent = {
  kind: 'moderation';
  userId: string;
  action: string;
  subject: string;
  reason: string;
  path?: string | undefined;
};
