import type { Note } from './note.ts';

/**
 * What the addresses of a tag begin with. No file of a site may have a `#` in its name, so `c#` is the folder `c%23`,
 * whose own percent sign an address escapes.
 */
export function tagFolder(tag: string): string {
  return `/tag/${encodeURIComponent(tag.replaceAll('#', '%23'))}`;
}

/** Every address that the application links to, in one place. All are paths from the site root, percent-encoded. */
export const paths = {
  home: '/',
  list: (page: number) => `/note/list/${page}`,
  note: (note: Pick<Note, 'uuid' | 'slug'>) => `/note/detail/${note.uuid}/${encodeURIComponent(note.slug)}`,
  item: (uuid: string) => `/note/item?uuid=${uuid}`,
  tag: (tag: string, page = 1) => `${tagFolder(tag)}/${page}`,
  tags: '/tag',
  search: '/search',
  person: (handle: string) => `/u/${handle}`,
  write: '/new',
  edit: (uuid: string) => `/new?uuid=${uuid}`,
  inbox: '/inbox',
  user: '/user',
  notifications: '/user#notifications',
  unsubscribe: '/unsubscribe',
  /** The part of one's own page about signing in. */
  account: '/user#account',
  forgot: '/forgot',
  reset: (token: string) => `/reset?token=${token}`,
  moderation: '/moderation',
  moderationLog: (page = 1) => `/moderation/log/${page}`,
  /** Where a person appeals against an entry of the moderation log. */
  appeal: (action: string) => `/appeal?about=${encodeURIComponent(action)}`,
  signIn: (redirect?: string) => (redirect ? `/signin?redirect=${encodeURIComponent(redirect)}` : '/signin'),
  signUp: (redirect?: string) => (redirect ? `/signup?redirect=${encodeURIComponent(redirect)}` : '/signup'),
} as const;
