import { shortDate } from '../../../platform/model/dates.ts';
import { InBrief, levelInWords, NamesIn, Contents, contentsOf } from './ReadingAid.tsx';
import { isPublished, hiddenInWords } from '../../../notes/model/note-access.ts';
import { pointsSaveTime } from '../../../notes/model/reading-aid.ts';
import type { Note, Counts } from '../../../notes/model/note.ts';
import { countedOf } from '../../../platform/model/counted.ts';
import { hostOf } from '../../../platform/model/url.ts';
import { paths } from '../../../platform/model/paths.ts';
import { SiteIcon } from '../../../pictures/views/static/PagePicture.tsx';
import type { PublishedNote } from '../../model/content.ts';

export type ArticleProps = PublishedNote;

/** Texts of this many minutes show the reading progress. */
const longMinutes = 3;

const states = {
  draft: 'Draft: only you can read this',
  private: 'Private: only you can read this',
  unlisted: 'Unlisted: anyone with the link can read this',
} as const;

/**
 * A note as readers see it. The static page, the function that answers before a build has made that page, and the viewer
 * of the user's own drafts all render this component, so readers see no difference.
 */
export function Article({ note, author, html, minutes, iconSvg, counts, aid }: ArticleProps) {
  const contents = contentsOf(html, minutes);
  return (
    <article
      className="note"
      data-uuid={note.uuid}
      data-author={author.id}
      data-long={minutes >= longMinutes || undefined}
    >
      <header className="note-head">
        {note.hidden ? (
          <p className="note-state">{hiddenInWords(note.hidden)}</p>
        ) : (
          note.visibility !== 'public' && <p className="note-state">{states[note.visibility]}</p>
        )}
        {note.url && (
          <p className="note-source">
            <a href={note.url} rel="ugc noopener">
              <SiteIcon pictures={note.pictures} />
              {hostOf(note.url)} <span aria-hidden="true">↗</span>
            </a>{' '}
            {note.pictures?.author && <bdi>{note.pictures.author}</bdi>}{' '}
            {note.pictures?.minutes && <span>{note.pictures.minutes} min read</span>}
          </p>
        )}
        {note.icon && <NoteIcon name={note.icon} svg={iconSvg} />}
        <h1 dir="auto">{note.title}</h1>
        <p className="note-byline">
          <a href={paths.person(author.handle)} rel="author">
            {author.name}
          </a>{' '}
          <time dateTime={note.publishedAt ?? note.createdAt}>{shortDate(note.publishedAt ?? note.createdAt)}</time>{' '}
          <span>{minutes} min read</span> {aid?.level && <span>{levelInWords[aid.level]}</span>}{' '}
          {isPublished(note) && counts.comments > 0 && <a href="#thread">{countedOf(counts.comments, 'comment')}</a>}
        </p>
        <div className="note-acts with-scripts">
          {isPublished(note) && <VoteAndSave note={note} counts={counts} />}
          {isPublished(note) && (
            <button type="button" className="button quiet small" data-share="">
              Share
            </button>
          )}
          <button type="button" className="button quiet small" data-reading-look="" aria-label="Text size and width">
            Aa
          </button>
          <a className="button quiet small" href={paths.edit(note.uuid)} data-own-note="" hidden>
            Edit
          </a>
        </div>
      </header>
      {aid && pointsSaveTime(aid, minutes) && <InBrief aid={aid} />}
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
      {isPublished(note) && <NoteActs note={note} counts={counts} by={author.handle} />}
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
            data-report-by={author.handle}
            data-report-name={note.title}
          >
            Report this note
          </button>
        </p>
      )}
    </article>
  );
}

/** Drawn if its SVG is known; otherwise the browser loads it by name into the space reserved for it. */
function NoteIcon({ name, svg }: { name: string; svg: string | undefined }) {
  return svg === undefined ? (
    <p className="note-icon" data-icon={name} aria-hidden="true"></p>
  ) : (
    <p className="note-icon" aria-hidden="true" dangerouslySetInnerHTML={{ __html: svg }} />
  );
}

type Props = { note: Pick<Note, 'uuid' | 'slug' | 'authorId' | 'title' | 'url'>; counts: Counts };

/** Shown near the title and below the text; both show the same state. */
function VoteAndSave({ note, counts }: Props) {
  return (
    <p data-acts={note.uuid} data-owner={note.authorId}>
      <button type="button" className="button quiet small" data-vote="" aria-pressed="false">
        <span aria-hidden="true">▲</span>
        <span data-word="">Vote</span>
        <span data-votes="" aria-label={countedOf(counts.votes, 'vote')}>
          {counts.votes}
        </span>
      </button>
      <button type="button" className="button quiet small" data-save="" aria-pressed="false">
        <span data-word="">Save for later</span>
      </button>
    </p>
  );
}

/** What a reader can do with a note. Scripts are needed for these, so they are hidden without. */
function NoteActs({ note, counts, by }: Props & { by: string }) {
  const site = note.url === null ? undefined : hostOf(note.url);
  return (
    <div className="note-acts with-scripts">
      <VoteAndSave note={note} counts={counts} />
      <button type="button" className="button quiet small" data-ask={note.uuid}>
        Ask this note
      </button>
      <p data-follow="thread" data-id={note.uuid} data-name={note.title}>
        <a className="button quiet small" href={paths.signIn(paths.note(note))}>
          Follow thread
        </a>
      </p>
      {site && <p data-follow="site" data-id={site} data-name={site} data-by={by} />}
    </div>
  );
}
