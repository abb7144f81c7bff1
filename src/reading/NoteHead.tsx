import { paths } from '../domain/paths.ts';
import type { PublishedNote } from '../domain/published-note.ts';

export type NoteHeadProps = Pick<PublishedNote, 'note' | 'author' | 'excerpt'> & {
  /** The site's name with its suffix, as every title ends. */
  siteTitle: string;
  /** The site's origin, without a slash at the end. */
  siteUrl: string;
};

/** The part of a note page's head that is the note's own. */
export function NoteHead({ note, author, excerpt, siteTitle, siteUrl }: NoteHeadProps) {
  const address = siteUrl + paths.note(note);
  const description = excerpt || `A note by ${author.name}.`;
  return (
    <>
      <title>{`${note.title} · ${siteTitle}`}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      {note.visibility !== 'public' && <meta name="robots" content="noindex" />}
      <meta property="og:type" content="article" />
      <meta property="og:title" content={note.title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta name="author" content={author.name} />
      {note.publishedAt && <meta property="article:published_time" content={note.publishedAt} />}
    </>
  );
}
