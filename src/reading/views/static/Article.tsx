import { writtenDate } from '../../../platform/model/dates.ts';
import { contentsOf } from '../../../notes/model/contents.ts';
import { hiddenInWords } from '../../../notes/model/hidden-words.ts';
import { countedOf } from '../../../notes/model/counts.ts';
import { hostOf } from '../../../platform/model/url.ts';
import { isPublished } from '../../../notes/model/note-access.ts';
import { paths } from '../../../platform/model/paths.ts';
import type { PublishedNote } from '../../model/published-note.ts';
import { Contents } from './Contents.tsx';
import { NoteActs } from './NoteActs.tsx';
import { InBrief, levelInWords, NamesIn } from './ReadingAid.tsx';

export type ArticleProps = PublishedNote;

const states = {
  draft: 'Draft: only you can read this',
  private: 'Private: only you can read this',
  unlisted: 'Unlisted: anyone with the link can read this',
} as const;

/**
 * A note made for reading. The static page, the function that answers before a build has made that page, and the
 * viewer of one's own drafts all render this one component, so a reader cannot tell which of them answered.
 */
export function Article({ note, author, html, minutes, iconSvg, counts, aid }: ArticleProps) {
  const contents = contentsOf(html, minutes);
  return (
    <article className="note" data-uuid={note.uuid} data-author={author.id}>
      <header className="note-head">
        {note.hidden ? (
          <p className="note-state">{hiddenInWords(note.hidden)}</p>
        ) : (
          note.visibility !== 'public' && <p className="note-state">{states[note.visibility]}</p>
        )}
        {note.url && (
          <p className="note-source">
            <a href={note.url} rel="ugc noopener">
              {hostOf(note.url)} <span aria-hidden="true">↗</span>
            </a>
          </p>
        )}
        {note.icon && <NoteIcon name={note.icon} svg={iconSvg} />}
        <h1 dir="auto">{note.title}</h1>
        <p className="note-byline">
          <a href={paths.person(author.handle)} rel="author">
            {author.name}
          </a>
          <span aria-hidden="true"> · </span>
          <time dateTime={note.publishedAt ?? note.createdAt}>{writtenDate(note.publishedAt ?? note.createdAt)}</time>
          <span aria-hidden="true"> · </span>
          <span>{minutes} min read</span>
          {aid?.level && (
            <>
              <span aria-hidden="true"> · </span>
              <span>{levelInWords[aid.level]}</span>
            </>
          )}
          {isPublished(note) && counts.comments > 0 && (
            <>
              <span aria-hidden="true"> · </span>
              <a href="#thread">{countedOf(counts.comments, 'comment')}</a>
            </>
          )}
        </p>
      </header>
      {aid && aid.points.length > 0 && <InBrief aid={aid} />}
      {contents.length > 0 && <Contents entries={contents} />}
      <div className="prose" dir="auto" lang={aid?.language} dangerouslySetInnerHTML={{ __html: html }} />
      {aid && aid.names.length > 0 && <NamesIn aid={aid} />}
      {note.url && (
        <p className="note-original">
          <a href={note.url} rel="ugc noopener">
            Read the original on {hostOf(note.url)} <span aria-hidden="true">↗</span>
          </a>
        </p>
      )}
      {isPublished(note) && <NoteActs note={note} counts={counts} />}
      {note.tags.length > 0 && (
        <footer className="note-foot">
          <ul className="tags" aria-label="Tags">
            {note.tags.map((tag) => (
              <li key={tag}>
                <a href={paths.tag(tag)}>{tag}</a>
              </li>
            ))}
          </ul>
        </footer>
      )}
      {isPublished(note) && (
        <p className="note-report">
          <button
            type="button"
            className="with-scripts"
            data-report="note"
            data-report-id={note.uuid}
            data-report-name={note.title}
          >
            Report this note
          </button>
        </p>
      )}
    </article>
  );
}

/** Drawn where it is known; otherwise the browser fetches it by its name into the room that waits for it. */
function NoteIcon({ name, svg }: { name: string; svg: string | undefined }) {
  return svg === undefined ? (
    <p className="note-icon" data-icon={name} aria-hidden="true"></p>
  ) : (
    <p className="note-icon" aria-hidden="true" dangerouslySetInnerHTML={{ __html: svg }} />
  );
}
