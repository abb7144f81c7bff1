import type { Note, Counts } from '../../../notes/model/note.ts';
import { paths } from '../../../platform/model/paths.ts';
import { branchesOf, commentCount, type Thread as ThreadProps } from '../../model/thread.ts';
import { Comment } from './Comment.tsx';

type Props = { note: Pick<Note, 'uuid' | 'slug' | 'authorId' | 'locked'>; thread: ThreadProps; counts: Counts };

/**
 * The discussion under a note, as of the build. A script adds what is newer, and the form; without one it is complete
 * up to its first page, and its links lead to the rest, and to signing in and back.
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
