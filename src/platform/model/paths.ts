import type { SettingsSection } from './fixed-pages.ts';

/** The guards that a page may name. `auth` lets signed-in people in, `moderator` those of them who moderate. */
const guards = ['auth', 'moderator'] as const;
export type GuardName = (typeof guards)[number];

/** The guard of this name. Throws for an unknown name, so that a misspelt guard never leaves a page open. */
export function guardNamed(name: string): GuardName {
  const guard = guards.find((known) => known === name);
  if (guard === undefined) throw new Error('Unknown route middleware');
  return guard;
}

/** The addresses of a page and of its data. */
export function withData(page: string): string[] {
  return [page, `${page === '/' ? '' : page}/_payload.json`];
}

/**
 * The prefix of a tag's addresses. The names of a site's files cannot have a `#`, so the folder of `c#` is `c%23`, whose
 * percent sign is escaped in the address. A slash becomes an underscore, which no tag has, so that every tag is a single
 * part of an address: `web/css` is `web_css`.
 */
export function tagFolder(tag: string): string {
  return `/tag/${encodeURIComponent(tag.replaceAll('#', '%23').replaceAll('/', '_'))}`;
}

/** The tag that a part of an address names, whether it is decoded or not: no tag contains a percent sign. */
export function tagNamed(part: string): string {
  const named = part.replaceAll('_', '/');
  try {
    return decodeURIComponent(named);
  } catch {
    return named;
  }
}

/**
 * Whether decoding an address again, after it was decoded once, would leave its meaning unchanged. Our names have no percent
 * signs or backslashes, except for the `%23` in the folder of a tag.
 */
export function isFullyDecoded(address: string): boolean {
  try {
    return !/%(?!23)|[\\\p{Cc}]/u.test(decodeURIComponent(address));
  } catch {
    return false;
  }
}

const notePage = /^\/note\/detail\/[^/]+\/[^/.]+$/;

/** Whether this is the address of a note's page, and not of its data or its source. */
export const isNotePage = (address: string) => notePage.test(address);

/** Whether this is the address of a note's page, its data or its source. */
export const isNoteAddress = (address: string) => address.startsWith('/note/detail/');

/** Every address that the application links to, in one place. All are paths from the site root, percent-encoded. */
export const paths = {
  home: '/',
  /** The public notes in one order; the newest are the front page. */
  order: (order: 'new' | 'hot' | 'discussed' | 'saved') => (order === 'new' ? '/' : `/${order}`),
  /** Recommendations for the signed-in person. */
  forYou: '/for-you',
  list: (page: number) => `/note/list/${page}`,
  note: (note: { uuid: string; slug: string }) => `/note/detail/${note.uuid}/${encodeURIComponent(note.slug)}`,
  item: (uuid: string) => `/note/item?uuid=${uuid}`,
  /** A comment within its thread, however long the thread is. Leads to the note's page if the comment is there. */
  comment: (noteUuid: string, id: string) => `/note/thread/${noteUuid}/${id}#c-${id}`,
  /** The archived copy of the page that a person's own note links to. */
  copy: (uuid: string) => `/note/copy?uuid=${uuid}`,
  tag: (tag: string, page = 1) => `${tagFolder(tag)}/${page}`,
  tags: '/tag',
  search: '/search',
  searchFor: (query: string) => `/search?${new URLSearchParams({ q: query })}`,
  /** The person's saved searches. */
  savedSearches: '/search#saved',
  person: (handle: string, page = 1) => (page === 1 ? `/u/${handle}` : `/u/${handle}/${page}`),
  /** A person's comments on public notes. */
  personComments: (handle: string, page = 1) => `/u/${handle}/comments${page === 1 ? '' : `/${page}`}`,
  /** A collection that its owner shares. */
  collection: (handle: string, slug: string, page = 1) =>
    `/u/${handle}/c/${encodeURIComponent(slug)}${page === 1 ? '' : `/${page}`}`,
  write: '/new',
  edit: (uuid: string) => `/new?uuid=${uuid}`,
  inbox: '/inbox',
  /** The person's library. */
  user: '/user',
  /** The tags of the person's notes. */
  ownTags: '/user#tags',
  duplicates: '/user#duplicates',
  ownCollections: '/user#collections',
  /** The person's recently deleted notes. */
  bin: '/user#bin',
  /** All of the person's highlights. */
  highlights: '/user#highlights',
  /** The highlights that are due for review. */
  review: '/user#review',
  settings: '/user/settings',
  settingsOf: (section: SettingsSection) => `/user/settings/${section}`,
  unsubscribe: '/unsubscribe',
  forgot: '/forgot',
  reset: (token: string) => `/reset?token=${token}`,
  moderation: '/moderation',
  moderationLog: (page = 1) => `/moderation/log/${page}`,
  /** Where a person appeals against an entry of the moderation log. */
  appeal: (action: string) => `/appeal?about=${encodeURIComponent(action)}`,
  signIn: (redirect?: string) => (redirect ? `/signin?redirect=${encodeURIComponent(redirect)}` : '/signin'),
  signUp: (redirect?: string) => (redirect ? `/signup?redirect=${encodeURIComponent(redirect)}` : '/signup'),
} as const;

/**
 * Where to go after signing in: the requested path if it stays on this origin, else the front page. Browsers may read
 * backslashes, control characters and `//host` as another origin.
 */
export function safeRedirect(requested: string | null | undefined): string {
  if (!requested || !requested.startsWith('/')) return '/';
  const base = 'https://same.invalid';
  const url = URL.canParse(requested, base) ? new URL(requested, base) : undefined;
  // Resolving dots may leave `//host` where there was `/.//host`.
  const stays = url?.origin === base && !url.pathname.startsWith('//');
  return stays ? `${url.pathname}${url.search}${url.hash}` : '/';
}

/** The page that a part of an address names: a whole number from 1, without leading zeros. Undefined for anything else. */
export function pageNumber(part: string | undefined): number | undefined {
  return part !== undefined && /^[1-9]\d{0,6}$/.test(part) ? Number(part) : undefined;
}

/** The page number of lists whose first page has none in its address: 1 without one. Undefined for `1` and for other text. */
export function numberAfterFirst(part: string | undefined): number | undefined {
  if (part === undefined) return 1;
  return part === '1' ? undefined : pageNumber(part);
}
