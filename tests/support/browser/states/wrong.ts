import { expect } from '@playwright/test';
import { paths } from '../../../../src/platform/model/paths.ts';
import type { Furnished } from '../furnished.ts';
import { button, copy, fails, fixed, library, submit, type State } from './state.ts';

/** What is wrong: forms with errors, and what could not be loaded. */
export const wrong: readonly State[] = [
  { name: 'sign-in with errors', as: 'visitor', at: fixed(paths.signIn()), open: submit('Sign in') },
  {
    name: 'a wrong password',
    as: 'visitor',
    at: fixed(paths.signIn()),
    async open(page) {
      await page.getByLabel('Email').fill('nobody@example.org');
      await page.getByLabel('Password', { exact: true }).fill('not the right one');
      await submit('Sign in')(page);
    },
  },
  { name: 'sign-up with errors', as: 'visitor', at: fixed(paths.signUp()), open: submit('Join') },
  {
    name: 'a note without a title',
    as: 'member',
    at: fixed(paths.write),
    async open(page) {
      await button(page, 'Write without a link').click();
      await submit('Publish')(page);
    },
  },
  ...(
    [
      ['the library', library, 'library**'],
      ['the inbox', fixed(paths.inbox), 'inbox?*'],
      ['the reading list', fixed('/inbox#reading'), 'reading-list*'],
      ['the collections', fixed(paths.ownCollections), 'collections'],
      ['a copy', copy, 'notes/*/copy'],
      ['my draft', (made: Furnished) => paths.item(made.draftId), 'notes/*'],
      ['the sessions', fixed(paths.settingsOf('sessions')), '**'],
    ] as const
  ).map(([what, at, call]): State => ({
    name: `${what} could not be loaded`,
    as: 'member',
    at,
    before: async (page) =>
      page.route(`**/api/${call}`, (route) =>
        route.request().url().includes('/_auth/session') ? route.fallback() : route.abort(),
      ),
    open: (page) => expect(button(page, 'Try again')).toBeVisible(),
  })),
  {
    name: 'a search that could not be loaded',
    as: 'visitor',
    at: fixed('/search?q=reading'),
    before: (page) => page.route('**/search/index.json', (route) => route.abort()),
  },
  {
    name: 'a session that is not known',
    as: 'member',
    at: library,
    partial: true,
    before: fails('_auth/session*'),
    open: (page) => expect(button(page, 'Try again')).toBeVisible(),
  },
  {
    name: 'messages in the corner',
    as: 'member',
    at: library,
    before: async (page) => {
      const toasts = [
        { title: 'Saved', icon: 'check' },
        { title: 'Not saved', description: 'The server isn’t answering. Try again.', color: 'danger' },
      ].map((toast, id) => ({ id: id + 1, left: 0, toast: { ...toast, timeout: 0 } }));
      await page.addInitScript((kept) => sessionStorage.setItem('commonplace:toasts', JSON.stringify(kept)), toasts);
    },
    open: (page) => expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Not saved'),
  },
];
