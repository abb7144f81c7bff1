import type { SettingsSection } from './fixed-pages.ts';

/** The guards that a page may name. `auth` lets signed-in people in, `moderator` those of them who moderate. */
const guards = ['auth', 'moderator'] as const;
export type GuardName = (typeof guards)[number];

/** The guard of this name. Throws for a name that nobody defined: a page must never stay open by a slip of spelling. */
export function guardNamed(name: string): GuardName {
  const guard = guards.find((known) => known === name);
  if (guard === undefined) throw new Error('Unknown route middleware');
  return guard;
}

/** A page and its data. */
export function withData(page: string): string[] {
  return [page, `${page === '/' ? '' : page}/_payload.json`];
}

/**
 * What the addresses of a tag begin with. No file of a site may have a `#` in its name, so `c#` is the folder `c%23`,
 * whose own percent sign an address escapes. A nested tag has an underscore for each slash, which no tag has: `web/css` is
 * `web_css`, one part of an address as every tag is.
 */
export function tagFolder(tag: string): string {
  return `/tag/${encodeURIComponent(tag.replaceAll('#', '%23').replaceAll('/', '_'))}`;
}

/** The tag that a part of an address names, however much of it has been decoded: no tag has a percent sign of its own. */
export function tagNamed(part: string): string {
  const named = part.replaceAll('_', '/');
  try {
    return decodeURIComponent(named);
  } catch {
    return named;
  }
}

/**
 * Whether an address that was decoded once has nothing left in it that means something else once more. Names here have no
 * percent sign and no backslash but for the `%23` in the folder of a tag.
 */
export function isDecodedOnce(address: string): boolean {
  try {
    return !/%(?!23)|[\\\p{Cc}]/u.test(decodeURIComponent(address));
  } catch {
    return false;
  }
}

const notePage = /^\/note\/detail\/[^/]+\/[^/.]+$/;

/** Whether this address is that of a note's page, and not of its data or its source. */
export const isNotePage = (address: string) => notePage.test(address);

/** Whether this address is that of a note's page, its data or its source. */
export const isOfNote = (address: string) => address.startsWith('/note/detail/');

/** Every address that the application links to, in one place. All are paths from the site root, percent-encoded. */
export const paths = {
  home: '/',
  /** The public notes in one order; the newest are the front page. */
  order: (order: 'new' | 'hot' | 'discussed' | 'saved') => (order === 'new' ? '/' : `/${order}`),
  /** What is chosen for the one who reads. */
  forYou: '/for-you',
  list: (page: number) => `/note/list/${page}`,
  note: (note: { uuid: string; slug: string }) => `/note/detail/${note.uuid}/${encodeURIComponent(note.slug)}`,
  /** The file of a page at whose own address a function answers. */
  built: (path: string) => `/_built${path}`,
  item: (uuid: string) => `/note/item?uuid=${uuid}`,
  /** A comment where it stands in its thread, however long that is; it leads to the note's page where that has it. */
  comment: (noteUuid: string, id: string) => `/note/thread/${noteUuid}/${id}#c-${id}`,
  /** The archived copy of the page that one's own note is about. */
  copy: (uuid: string) => `/note/copy?uuid=${uuid}`,
  tag: (tag: string, page = 1) => `${tagFolder(tag)}/${page}`,
  tags: '/tag',
  search: '/search',
  searchFor: (query: string) => `/search?${new URLSearchParams({ q: query })}`,
  /** The searches that one saved. */
  savedSearches: '/search#saved',
  person: (handle: string, page = 1) => (page === 1 ? `/u/${handle}` : `/u/${handle}/${page}`),
  /** What a person said below public notes. */
  personComments: (handle: string, page = 1) => `/u/${handle}/comments${page === 1 ? '' : `/${page}`}`,
  /** A collection that its owner shows. */
  collection: (handle: string, slug: string, page = 1) =>
    `/u/${handle}/c/${encodeURIComponent(slug)}${page === 1 ? '' : `/${page}`}`,
  write: '/new',
  edit: (uuid: string) => `/new?uuid=${uuid}`,
  inbox: '/inbox',
  /** One's own library. */
  user: '/user',
  /** The tags of one's own notes. */
  ownTags: '/user#tags',
  duplicates: '/user#duplicates',
  ownCollections: '/user#collections',
  /** What one deleted lately. */
  bin: '/user#bin',
  /** All that one highlighted. */
  highlights: '/user#highlights',
  /** Those of them that are due to be looked at again. */
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
 * Where to go after signing in: the wished path if it stays on this origin, else the front page. Backslashes,
 * control characters and `//host` are what browsers would read as another origin.
 */
export function safeRedirect(wished: string | null | undefined): string {
  if (!wished || !wished.startsWith('/')) return '/';
  const base = 'https://same.invalid';
  const url = URL.canParse(wished, base) ? new URL(wished, base) : undefined;
  // Resolving dots may leave `//host` where there was `/.//host`.
  const stays = url?.origin === base && !url.pathname.startsWith('//');
  return stays ? `${url.pathname}${url.search}${url.hash}` : '/';
}

/** The page that a part of an address names: a whole number from 1, written as we write it. Undefined for anything else. */
export function pageNumber(part: string | undefined): number | undefined {
  return part !== undefined && /^[1-9]\d{0,6}$/.test(part) ? Number(part) : undefined;
}

/** The page that an address names whose first page has no number: 1 without one. Undefined for `1` and what is no number. */
export function numberAfterFirst(part: string | undefined): number | undefined {
  if (part === undefined) return 1;
  return part === '1' ? undefined : pageNumber(part);
}
