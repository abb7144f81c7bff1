import { expect } from '@playwright/test';
import { paths } from '../../../../src/platform/model/paths.ts';
import { copy, editor, fixed, home, note, other, type State } from './state.ts';

/** Addresses that need what was made, and screens that members or newcomers see differently. */
export const addresses: readonly State[] = [
  { name: 'the front page of a member', as: 'member', at: home },
  { name: 'the list as a member sees it', as: 'member', at: fixed(paths.list(1)) },
  { name: 'a tag as a member sees it', as: 'member', at: fixed(paths.tag('reading')) },
  { name: 'search as a member sees it', as: 'member', at: fixed(paths.search) },
  { name: 'a note of mine', as: 'member', at: note },
  { name: 'a note of mine as others see it', as: 'visitor', at: note },
  { name: 'a note by somebody else', as: 'member', at: other },
  { name: 'a part of a thread', as: 'visitor', at: (made) => paths.comment(made.noteId, made.comment) },
  { name: 'my draft', as: 'member', at: (made) => paths.item(made.draftId) },
  { name: 'which note', as: 'visitor', at: fixed('/note/item') },
  { name: 'a note that was deleted', as: 'visitor', at: (made) => made.gone },
  { name: 'my copy of a page', as: 'member', at: copy },
  { name: 'a link without a copy', as: 'member', at: (made) => paths.copy(made.linkId) },
  { name: 'which copy', as: 'member', at: fixed('/note/copy') },
  { name: 'my own page', as: 'member', at: (made) => paths.person(made.handle) },
  { name: 'a person without notes', as: 'visitor', at: (made) => paths.personComments(made.handle) },
  { name: 'a public collection', as: 'visitor', at: (made) => paths.collection(made.handle, made.collection) },
  { name: 'a link that ends a mail', as: 'visitor', at: fixed(paths.unsubscribe) },
  { name: 'my note in the editor', as: 'member', at: editor },
  { name: 'my highlights', as: 'member', at: fixed(paths.highlights) },
  { name: 'what I searched for in my library', as: 'member', at: fixed('/user?q=margin') },
  { name: 'an appeal', as: 'member', at: (made) => paths.appeal(made.decision) },
  { name: 'the moderation desk', as: 'owner', at: fixed(paths.moderation) },
  { name: 'publishing, to the owner', as: 'owner', at: fixed(paths.settingsOf('publishing')) },
  {
    name: 'the kit',
    as: 'visitor',
    at: fixed('/kit'),
    partial: true,
    open: (page) => expect(page.getByRole('heading', { name: 'Avatar', exact: true })).toBeVisible(),
  },
  ...[paths.user, paths.ownTags, paths.ownCollections, paths.highlights, paths.review, paths.duplicates, paths.bin].map(
    (path): State => ({ name: `nothing at ${path}`, as: 'newcomer', at: fixed(path) }),
  ),
  { name: 'an empty inbox', as: 'newcomer', at: fixed(paths.inbox) },
  { name: 'an empty reading list', as: 'newcomer', at: fixed('/inbox#reading') },
  { name: 'nothing for me yet', as: 'newcomer', at: fixed(paths.forYou) },
  { name: 'a library in which nothing is found', as: 'newcomer', at: fixed('/user?q=zzzzzz') },
];
