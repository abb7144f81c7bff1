import { countedOf } from '../../../platform/model/counted.ts';
import { paths } from '../../../platform/model/paths.ts';
import type { PublishedNote, CollectionPage } from '../../../reading/model/content.ts';
import { feedPaths, previewSize, feedFiles, feedTypes } from '../../model/addresses.ts';
import { isPublic } from '../../../notes/model/note-access.ts';

/**
 * The data of a note for search engines, as JSON-LD: both an article and a post that is discussed. Safe within script
 * tags, since it contains no `<`.
 */
export function structuredData(
  {
    note,
    author,
    excerpt,
    counts,
  }: Pick<PublishedNote, 'note' | 'author' | 'excerpt'> & Partial<Pick<PublishedNote, 'counts'>>,
  siteUrl: string,
) {
  const url = siteUrl + paths.note(note);
  const data = {
    '@context': 'https://schema.org',
    '@type': ['Article', 'DiscussionForumPosting'],
    headline: note.title,
    url,
    mainEntityOfPage: url,
    author: { '@type': 'Person', name: author.name, url: siteUrl + paths.person(author.handle) },
    datePublished: note.publishedAt ?? note.createdAt,
    dateModified: note.updatedAt,
    image: siteUrl + feedPaths.noteImage(note),
    ...(excerpt ? { text: excerpt } : {}),
    ...(note.tags.length > 0 ? { keywords: note.tags } : {}),
    ...(note.url ? { citation: note.url } : {}),
    ...(counts ? { commentCount: counts.comments, interactionStatistic: likes(counts.votes) } : {}),
  };
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

function likes(votes: number) {
  return {
    '@type': 'InteractionCounter',
    interactionType: 'https://schema.org/LikeAction',
    userInteractionCount: votes,
  };
}

type Props = Pick<CollectionPage, 'collection' | 'author' | 'number' | 'total'> & {
  siteTitle: string;
  siteUrl: string;
};

/** A collection's part of its page's head. An unlisted one has no data for other programs. */
export function CollectionHead({ collection, author, number, total, siteTitle, siteUrl }: Props) {
  const { id, name, slug, updatedAt } = collection;
  const address = siteUrl + paths.collection(author.handle, slug, number);
  const description =
    collection.description.replace(/\s+/g, ' ') || `${countedOf(total, 'note')}, collected by ${author.name}.`;
  const title = number > 1 ? `${name}, page ${number}` : name;
  return (
    <>
      <title>{`${title} · ${author.name} · ${siteTitle}`}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      {(collection.visibility !== 'public' || total === 0) && <meta name="robots" content="noindex" />}
      <meta property="og:type" content="website" />
      <meta property="og:title" content={name} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta name="author" content={author.name} />
      {collection.visibility === 'public' && (
        <>
          <meta property="og:image" content={siteUrl + feedPaths.collectionImage(id, updatedAt)} />
          <meta property="og:image:width" content={String(previewSize.width)} />
          <meta property="og:image:height" content={String(previewSize.height)} />
          <meta name="twitter:card" content="summary_large_image" />
          <link rel="alternate" type="text/markdown" href={feedPaths.collectionSource(author.handle, slug)} />
        </>
      )}
    </>
  );
}

type NoteHeadProps = Pick<PublishedNote, 'note' | 'author' | 'excerpt' | 'counts'> & {
  /** The site's name with its suffix, as every title ends. */
  siteTitle: string;
  /** The site's origin, without a slash at the end. */
  siteUrl: string;
};

/** A note's part of its page's head. */
export function NoteHead({ note, author, excerpt, counts, siteTitle, siteUrl }: NoteHeadProps) {
  const address = siteUrl + paths.note(note);
  const description = excerpt || `A note by ${author.name}.`;
  return (
    <>
      <title>{`${note.title} · ${siteTitle}`}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      {!isPublic(note) && <meta name="robots" content="noindex" />}
      <meta property="og:type" content="article" />
      <meta property="og:title" content={note.title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta name="author" content={author.name} />
      {note.publishedAt && <meta property="article:published_time" content={note.publishedAt} />}
      {isPublic(note) && <ForOtherPrograms {...{ note, author, excerpt, counts, siteUrl, address }} />}
    </>
  );
}

/** The data for previews, search engines and feed readers. An unlisted note has none of it. */
function ForOtherPrograms({ siteUrl, address, ...entry }: Omit<NoteHeadProps, 'siteTitle'> & { address: string }) {
  const { note } = entry;
  return (
    <>
      <meta property="og:image" content={siteUrl + feedPaths.noteImage(note)} />
      <meta property="og:image:width" content={String(previewSize.width)} />
      <meta property="og:image:height" content={String(previewSize.height)} />
      <meta name="twitter:card" content="summary_large_image" />
      <link rel="alternate" type="text/markdown" href={feedPaths.noteSource(note)} />
      <link
        rel="alternate"
        type={feedTypes.atom}
        title={`Notes by ${entry.author.name}`}
        href={`${feedPaths.ofPerson(entry.author.handle)}/${feedFiles.atom}`}
      />
      <link rel="alternate" type="application/json+oembed" href={siteUrl + feedPaths.oembed(address)} />
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: structuredData(entry, siteUrl) }} />
    </>
  );
}
