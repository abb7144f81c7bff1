import type { Content, FeedNotes, FeedSubject } from '../../reading/model/content.ts';
import { feedFiles, feedPaths, feedTypes } from '../model/addresses.ts';
import { feedId, feedOf, type Feed, type FeedSite } from '../model/feed.ts';
import { paths, tagNamed } from '../../platform/model/paths.ts';
import { noPage, textResponse } from '../../platform/server/http/html.ts';
import { environment } from '../../platform/server/env.ts';
import { siteIdentity } from '../../platform/server/site.ts';
import type { APIContext, APIRoute } from 'astro';
import { atomFeed, jsonFeed, rssFeed } from '../model/formats.ts';

const formats = { atom: atomFeed, rss: rssFeed, json: jsonFeed } as const;

/** The subject of a feed, from the parameters of a route. */
const subjects = {
  site: (): FeedSubject => ({ kind: 'site' }),
  tag: ({ tag = '' }: APIContext['params']): FeedSubject => ({ kind: 'tag', tag: tagNamed(tag) }),
  person: ({ handle = '' }: APIContext['params']): FeedSubject => ({ kind: 'person', handle }),
  collection: ({ handle = '', slug = '' }: APIContext['params']): FeedSubject => ({ kind: 'collection', handle, slug }),
} as const;

/** The endpoint for one kind of feed in every format, which is determined by the file name. */
export function feedRoute(kind: keyof typeof subjects): APIRoute {
  return async ({ locals, params }) => {
    const file = `${params.name}.${params.format}`;
    const format = (['atom', 'rss', 'json'] as const).find((one) => feedFiles[one] === file);
    const feed: Feed | undefined = format && (await feedAbout(locals.content, subjects[kind](params)));
    return format && feed ? textResponse(formats[format](feed), feedTypes[format]) : noPage();
  };
}

type About = Omit<Feed, 'entries' | 'updatedAt' | 'site'>;

/** When the feed of a site without notes last changed. */
const never = new Date(0).toISOString();

/** The newest notes of everyone, of a tag, of a person or of a collection; undefined if there are none to show. */
async function feedAbout(content: Content, subject: FeedSubject): Promise<Feed | undefined> {
  const found = await content.feed(subject);
  if (!found) return undefined;
  return feedOf({ ...aboutOf(subject, found), site: feedSite() }, found.notes, never);
}

function aboutOf(subject: FeedSubject, { author, collection }: Omit<FeedNotes, 'notes'>): About {
  const { title, description } = siteIdentity();
  switch (subject.kind) {
    case 'site':
      return { id: feedId(feedSite(), 'notes'), title, description, base: '', page: paths.home };
    case 'tag':
      return {
        id: feedId(feedSite(), `tag/${encodeURIComponent(subject.tag)}`),
        title: `#${subject.tag} · ${title}`,
        description: `Notes tagged ${subject.tag}, the newest first.`,
        base: feedPaths.ofTag(subject.tag),
        page: paths.tag(subject.tag),
      };
    case 'collection':
      return {
        id: feedId(feedSite(), `collection/${collection?.id ?? ''}`),
        title: `${collection?.name ?? ''} · ${author?.name ?? ''} · ${title}`,
        description: collection?.description || `Notes collected by ${author?.name ?? ''}.`,
        base: feedPaths.ofCollection(subject.handle, subject.slug),
        page: paths.collection(subject.handle, subject.slug),
      };
    case 'person':
      return {
        id: feedId(feedSite(), `person/${author?.id ?? ''}`),
        title: `${author?.name ?? ''} · ${title}`,
        description: `Notes by ${author?.name ?? ''}, the newest first.`,
        base: feedPaths.ofPerson(subject.handle),
        page: paths.person(subject.handle),
      };
  }
}

function feedSite(): FeedSite {
  const { url, title } = siteIdentity();
  return { url, title, hub: environment().WEBSUB_HUB_URL };
}
