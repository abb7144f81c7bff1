/** The formats of every feed: the names of their files, and the types by which readers find them. */
export const feedFiles = { atom: 'feed.xml', rss: 'rss.xml', json: 'feed.json' } as const;

export const feedTypes = {
  atom: 'application/atom+xml',
  rss: 'application/rss+xml',
  json: 'application/feed+json',
} as const;
