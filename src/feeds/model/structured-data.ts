import { paths } from '../../platform/model/paths.ts';
import type { PublishedNote } from '../../reading/model/content.ts';
import { feedPaths } from './addresses.ts';

/**
 * What search engines read of a note, as JSON-LD: at once an article and the post that a discussion is about. Safe
 * between script tags: no `<` is left in it.
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
