import { countedOf } from '../../../platform/model/counted.ts';
import { shortDate } from '../../../platform/model/dates.ts';
import { paths } from '../../../platform/model/paths.ts';
import type { ReactNode } from 'react';
import {
  type Branch,
  type ThreadComment,
  branchesOf,
  commentCount,
  type Thread as ThreadProps,
} from '../../model/thread.ts';
import type { Note, Counts } from '../../../notes/model/note.ts';
import { ThreadOrders } from './ThreadOrders.tsx';

/**
 * What only a hydrated thread adds to a comment: whether it is the user's own or new, and what is shown below or instead
 * of it.
 */
type Hydrated = {
  /** An address that shows this part of the thread without scripts, wherever it is copied to. */
  address: string;
  voted: boolean;
  /** How long ago it was written, while that is recent. */
  ago: string | undefined;
  isNew: boolean;
  mine: boolean;
  editable: boolean;
  instead?: ReactNode;
  below?: ReactNode;
};

type CommentProps = Branch<ThreadComment> & {
  above?: string | undefined;
  /** The name of the author whom it answers, if it is not below that comment but after it. */
  answers?: string | undefined;
  hydrated?: ((comment: ThreadComment) => Hydrated) | undefined;
  /** What is shown before a comment in its list: the link to those that are left out there. */
  lead?: ((comment: ThreadComment) => ReactNode) | undefined;
};

/** A comment with more characters than this is longer than a screen, and is shown shortened at first. */
const long = 3500;

/** The id of a comment on its note's page. */
export const commentAnchor = (id: string) => `c-${id}`;

/** A comment with all its replies, as the build, the function and the browser render it. It can be folded without scripts. */
export function Comment({ comment, replies, size, above, answers, hydrated, lead }: CommentProps) {
  const { id, parent, author, html, votes, createdAt, editedAt, state } = comment;
  const live = hydrated?.(comment);
  const who = author?.name ?? 'a deleted comment';
  return (
    <>
      {lead?.(comment)}
      <li
        className="comment"
        id={commentAnchor(id)}
        data-author={author?.id}
        data-edited={editedAt ?? undefined}
        data-parent={parent && parent !== above ? parent : undefined}
        data-state={state === 'shown' ? undefined : state}
        data-new={live?.isNew ? '' : undefined}
        tabIndex={live ? -1 : undefined}
      >
        <p className="comment-by">
          {author && (
            <a href={paths.person(author.handle)} dir="auto">
              {author.name}
            </a>
          )}
          <a className="comment-at" href={live?.address ?? `#${commentAnchor(id)}`}>
            <time dateTime={createdAt} data-ago="">
              {live?.ago ?? shortDate(createdAt)}
            </time>
          </a>
          {editedAt &&
            (live ? (
              <button type="button" data-history="" aria-haspopup="dialog">
                edited
              </button>
            ) : (
              <span>edited</span>
            ))}
          {parent && parent !== above && (
            <a href={`#${commentAnchor(parent)}`} dir="auto">
              in reply to {answers ?? 'another comment'}
            </a>
          )}
        </p>
        <details open>
          <summary>
            <span className="sr-only">{`Fold ${who}`}</span>
            <span className="comment-folded">{`${countedOf(size, 'comment')} folded`}</span>
          </summary>
          {live?.instead ??
            (author ? (
              <>
                <div className="prose" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
                {html.length > long && (
                  <label className="comment-whole">
                    <input type="checkbox" autoComplete="off" /> Show the whole comment
                  </label>
                )}
              </>
            ) : (
              <p className="comment-gone">{goneWords(comment)}</p>
            ))}
          {author && !live?.instead && (
            <p className="comment-acts with-scripts">
              <button
                type="button"
                data-vote=""
                aria-pressed={live?.voted ?? false}
                aria-label={`Vote for ${author.name}’s comment: ${countedOf(votes, 'vote')}`}
                disabled={live?.mine}
              >
                <span aria-hidden="true">▲</span> <span data-votes="">{votes}</span>
              </button>
              <button type="button" data-reply="">
                Reply
              </button>
              <button
                type="button"
                data-report="comment"
                data-report-id={id}
                data-report-by={author.handle}
                aria-label={`Report ${author.name}’s comment`}
              >
                Report
              </button>
              {live?.editable && (
                <button type="button" data-edit="">
                  Edit
                </button>
              )}
              {live?.mine && (
                <button type="button" data-delete="">
                  Delete
                </button>
              )}
            </p>
          )}
          {live?.below}
          {replies.length > 0 && (
            <ol className="comments">
              {replies.map((branch) => (
                <Comment
                  key={branch.comment.id}
                  {...branch}
                  above={id}
                  answers={branch.comment.parent === id ? undefined : nameIn(replies, branch.comment.parent)}
                  hydrated={hydrated}
                  lead={lead}
                />
              ))}
            </ol>
          )}
        </details>
      </li>
    </>
  );
}

/** The name of the author of one of these comments. */
const nameIn = (branches: CommentProps['replies'], id: string | null) =>
  branches.find(({ comment }) => comment.id === id)?.comment.author?.name;

/** The text instead of a comment that readers cannot see. */
function goneWords({ state, reason }: Pick<ThreadComment, 'state' | 'reason'>): string {
  if (state === 'deleted') return 'This comment was deleted.';
  return reason ? `A moderator has hidden this comment: ${reason}` : 'A moderator has hidden this comment.';
}

type Props = { note: Pick<Note, 'uuid' | 'slug' | 'authorId' | 'locked'>; thread: ThreadProps; counts: Counts };

/**
 * The discussion of a note, as of the build. A script adds newer comments and the form. Without one, its first page is
 * complete, with links to the rest and to signing in and back.
 */
export function Thread({ note, thread, counts }: Props) {
  const { comments, count, revision, before, next } = thread;
  const last = comments.at(-1);
  return (
    <section
      className="thread"
      id="thread"
      aria-labelledby="thread-title"
      data-note={note.uuid}
      data-owner={note.authorId}
      data-revision={revision}
      data-count={counts.comments}
      data-before={before ?? undefined}
      data-next={next ?? undefined}
      data-locked={note.locked?.reason}
    >
      <div className="thread-head">
        <h2 id="thread-title" tabIndex={-1}>
          {commentCount(count)}
        </h2>
        {note.locked ? (
          <p className="thread-locked">A moderator has locked this thread: {note.locked.reason}</p>
        ) : (
          <a className="button quiet small" href={paths.signIn(`${paths.note(note)}#thread`)} data-comment="">
            Comment
          </a>
        )}
      </div>
      {count > 1 && <ThreadOrders sort="thread" />}
      {comments.length > 0 && (
        <ol className="comments">
          {branchesOf(comments).map((branch) => (
            <Comment
              key={branch.comment.id}
              {...branch}
              lead={({ id, path }) =>
                path === before && (
                  <li className="thread-more">
                    <a className="button quiet" href={paths.comment(note.uuid, id)} data-earlier="">
                      Earlier comments
                    </a>
                  </li>
                )
              }
            />
          ))}
        </ol>
      )}
      {next !== null && last && (
        <p className="thread-more">
          <a className="button quiet" href={paths.comment(note.uuid, last.id)} data-more="">
            More comments
          </a>
        </p>
      )}
    </section>
  );
}
