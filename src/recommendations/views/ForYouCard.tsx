import { exactTime, timeAgo } from '../../platform/browser/relative-time.ts';
import { countedOf } from '../../notes/model/counts.ts';
import { shortDate } from '../../platform/model/dates.ts';
import type { ForYouNote } from '../model/page.ts';
import { hostOf } from '../../platform/model/host.ts';
import { paths } from '../../platform/model/paths.ts';
import { ForYouWhy } from './ForYouWhy.tsx';

/** A note that was chosen for me, as a list shows it, with why. */
export function ForYouCard({ note }: { note: ForYouNote }) {
  const { title, path, url, excerpt, author, minutes, counts, publishedAt, tags } = note;
  const at = new Date(publishedAt);
  return (
    <article className="card">
      <ForYouWhy reasons={note.reasons} />
      <h3 dir="auto" className="wrap-anywhere">
        <a href={path}>{title}</a>
        {url && <span className="card-host">{hostOf(url)}</span>}
      </h3>
      {excerpt && (
        <p className="card-excerpt" dir="auto">
          {excerpt}
        </p>
      )}
      <div className="card-meta">
        <a href={paths.person(author.handle)} dir="auto">
          {author.name}
        </a>
        <span>{minutes} min read</span>
        {counts.votes > 0 && <span>{countedOf(counts.votes, 'vote')}</span>}
        {counts.comments > 0 && <a href={`${path}#thread`}>{countedOf(counts.comments, 'comment')}</a>}
        <time dateTime={publishedAt} title={exactTime(at)}>
          {timeAgo(at, new Date()) ?? shortDate(publishedAt)}
        </time>
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
