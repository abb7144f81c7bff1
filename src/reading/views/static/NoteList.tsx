import type { ReactNode } from 'react';
import type { Author } from '../../../people/model/user.ts';
import { countedOf } from '../../../platform/model/counted.ts';
import { shortDate } from '../../../platform/model/dates.ts';
import { paths } from '../../../platform/model/paths.ts';
import { hostOf } from '../../../platform/model/url.ts';
import type { PagePictures } from '../../../pictures/model/picture.ts';
import { LeadPicture, SiteIcon } from '../../../pictures/views/static/PagePicture.tsx';
import type { ListedNote } from '../../model/content.ts';

/**
 * Notes as the site's lists show them. `saves` shows how many people saved each, for the list that is ordered by it. Without
 * notes, `empty` says what to do first, and `first` is the button for it.
 */
export function NoteList({
  entries,
  level = 2,
  saves = false,
  empty = 'Nothing here yet.',
  first,
}: {
  entries: readonly ListedNote[];
  level?: 2 | 3;
  saves?: boolean;
  empty?: string;
  first?: { label: string; href: string };
}) {
  if (entries.length === 0) {
    return (
      <>
        <p className="nothing">{empty}</p>
        {first && (
          <a className="button quiet" href={first.href}>
            {first.label}
          </a>
        )}
      </>
    );
  }
  return (
    <ul className="cards">
      {entries.map(({ note, author, excerpt, minutes, counts }) => (
        <li key={note.uuid}>
          <NoteCard
            note={{ ...note, path: paths.note(note), at: note.publishedAt ?? note.createdAt, author, excerpt, minutes }}
            counted={[
              saves && countedOf(counts.saves, 'save'),
              counts.votes > 0 && countedOf(counts.votes, 'vote'),
              counts.comments > 0 && (
                <a key="comments" href={`${paths.note(note)}#thread`}>
                  {countedOf(counts.comments, 'comment')}
                </a>
              ),
            ]}
            level={level}
          />
        </li>
      ))}
    </ul>
  );
}

/** What a card shows of a note. `at` is ISO 8601. */
export interface CardNote {
  title: string;
  path: string;
  url: string | null;
  excerpt: string;
  author: Pick<Author, 'handle' | 'name'>;
  minutes: number;
  at: string;
  tags: readonly string[];
  pictures?: PagePictures | undefined;
}

/**
 * The card of a note: in the site's lists, among recommendations, and as the template of search results. `why` is shown
 * above the title, `counted` beside the reading time. `time` replaces the date, to which a script of the page adds how long
 * ago it was.
 */
export function NoteCard({
  note: { title, path, url, excerpt, author, minutes, at, tags, pictures },
  level = 2,
  why,
  counted = [],
  time,
}: {
  note: CardNote;
  level?: 2 | 3;
  why?: ReactNode;
  counted?: readonly ReactNode[];
  time?: ReactNode;
}) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <article className={pictures?.lead ? 'card with-picture' : 'card'}>
      {why}
      <Heading dir="auto">
        <a href={path}>{title}</a>
        {url && ' '}
        {url && (
          <span className="card-host">
            <SiteIcon pictures={pictures} />
            {hostOf(url)}
          </span>
        )}
        {pictures?.author && ' '}
        {pictures?.author && (
          <span className="card-host" dir="auto">
            {pictures.author}
          </span>
        )}
      </Heading>
      <LeadPicture pictures={pictures} sizes="8rem" />
      {excerpt && (
        <p className="card-excerpt" dir="auto">
          {excerpt}
        </p>
      )}
      <div className="card-meta">
        <a href={paths.person(author.handle)}>
          <bdi>{author.name || `@${author.handle}`}</bdi>
        </a>
        {time ?? (
          <time className="ago" dateTime={at} data-ago="">
            {shortDate(at)}
          </time>
        )}
        <span>{pictures?.minutes ?? minutes} min read</span>
        {counted.map((one, index) => (typeof one === 'string' ? <span key={index}>{one}</span> : one))}
        {tags.length > 0 && (
          <span className="card-tags">
            {tags.map((tag) => (
              <a key={tag} href={paths.tag(tag)}>
                #{tag}
              </a>
            ))}
          </span>
        )}
      </div>
    </article>
  );
}
