import { engineInWords, type ReadingAid, type ReadingLevel } from '../../../notes/model/reading-aid.ts';
import { paths } from '../../../platform/model/paths.ts';
import type { Mention } from '../../../notes/model/note.ts';
import type { RelatedNote } from '../../../notes/model/related.ts';

/** A heading of a note: its id in the page, its words as HTML text, and whether it is below another one. */
type ContentsEntry = { id: string; html: string; below: boolean };

/** The minimum number of headings, and of minutes, for a table of contents. */
const least = { headings: 3, minutes: 5 };

const heading = /<h([2-6]) id="([^"]*)"[^>]*>([\s\S]*?)<\/h\1>/g;

/**
 * The two upper levels of headings in a note's HTML, in order; empty if the note is short or has few. Of code, links and
 * footnotes in a heading only the words are kept, still escaped.
 */
export function contentsOf(html: string, minutes: number): ContentsEntry[] {
  if (minutes < least.minutes) return [];
  const all = [...html.matchAll(heading)].map(([, level = '', id = '', inner = '']) => ({
    level: Number(level),
    id,
    html: inner.replace(/<sup[\s\S]*?<\/sup>|<[^>]*>/g, '').trim(),
  }));
  const top = Math.min(...all.map(({ level }) => level));
  const shown = all.filter(({ level, html: words }) => level <= top + 1 && words !== '');
  return shown.length < least.headings
    ? []
    : shown.map(({ id, html: words, level }) => ({ id, html: words, below: level > top }));
}

/** Links to the parts of a long note: folded above the text on a phone, beside it if there is room. */
export function Contents({ entries }: { entries: readonly ContentsEntry[] }) {
  return (
    <details className="toc">
      <summary>Contents</summary>
      <nav aria-label="Contents">
        {entries.map(({ id, html, below }) => (
          <a
            key={id}
            href={`#${id}`}
            className={below ? 'below' : undefined}
            dir="auto"
            dangerouslySetInnerHTML={{ __html: html }}
          />
        ))}
      </nav>
    </details>
  );
}

export const levelInWords: Record<ReadingLevel, string> = {
  easy: 'Easy reading',
  medium: 'Moderate reading',
  demanding: 'Demanding reading',
};

type Props = { aid: ReadingAid };

/** The key points of a note, each linked to its place in the text, and what wrote them. Folding them is remembered. */
export function InBrief({ aid }: Props) {
  return (
    <details className="aid" open>
      <summary>In brief</summary>
      <ul dir="auto" lang={aid.language}>
        {aid.points.map(({ text, at }) => (
          <li key={text}>
            <a href={`#${at}`}>{text}</a>
          </li>
        ))}
      </ul>
      <p>{engineInWords[aid.engine]}</p>
    </details>
  );
}

/** The names in a long note, each linked to its first place. */
export function NamesIn({ aid }: Props) {
  return (
    <p className="aid-names">
      Names here:{' '}
      {aid.names.map(({ name, at }, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <a href={`#${at}`}>{name}</a>
        </span>
      ))}
    </p>
  );
}

/** The notes that link to the one above. Nothing if there are none. */
export function MentionedIn({ mentions = [] }: { mentions: readonly Mention[] | undefined }) {
  if (mentions.length === 0) return null;
  return (
    <aside className="next" aria-labelledby="mentioned-in">
      <h2 id="mentioned-in">Mentioned in</h2>
      <ul>
        {mentions.map(({ title, path, by }) => (
          <li key={path}>
            <a href={path} dir="auto">
              {title}
            </a>
            <p>{by}</p>
          </li>
        ))}
      </ul>
    </aside>
  );
}

/** What to read next, with reasons. Nothing if no note is related. */
export function ReadNext({ notes }: { notes: readonly RelatedNote[] }) {
  if (notes.length === 0) return null;
  return (
    <aside className="next" aria-labelledby="read-next">
      <h2 id="read-next">Read next</h2>
      <ul>
        {notes.map(({ note, author, minutes, why }) => (
          <li key={note.uuid}>
            <a href={paths.note(note)} dir="auto">
              {note.title}
            </a>
            <p>
              <bdi>{author.name}</bdi>
              {`, ${minutes} min read. ${why}.`}
            </p>
          </li>
        ))}
      </ul>
    </aside>
  );
}
