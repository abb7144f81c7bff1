import type { APIContext, APIRoute } from 'astro';
import type { FeedSubject } from '../../reading/model/content.ts';
import { atomFeed } from '../model/atom.ts';
import type { Feed } from '../model/feed.ts';
import { feedTypes } from '../model/files.ts';
import { jsonFeed } from '../model/json-feed.ts';
import { rssFeed } from '../model/rss.ts';
import { tagNamed } from '../../platform/model/paths.ts';
import { feedAbout } from './feeds.ts';
import { noPage, textResponse } from './answers.ts';

const formats = { atom: atomFeed, rss: rssFeed, json: jsonFeed } as const;

/** Whose feed a route's parameters name. */
export const subjects = {
  site: (): FeedSubject => ({ kind: 'site' }),
  tag: ({ tag = '' }: APIContext['params']): FeedSubject => ({ kind: 'tag', tag: tagNamed(tag) }),
  person: ({ handle = '' }: APIContext['params']): FeedSubject => ({ kind: 'person', handle }),
} as const;

/** The endpoint that answers one format of one kind of feed. */
export function feedRoute(format: keyof typeof formats, kind: keyof typeof subjects): APIRoute {
  return async ({ locals, params }) => {
    const feed: Feed | undefined = await feedAbout(locals.content, subjects[kind](params));
    return feed ? textResponse(formats[format](feed), feedTypes[format]) : noPage();
  };
}
