import { paths } from '../../../../src/platform/model/paths.ts';
import {
  button,
  chooseIn,
  collectionActions,
  editor,
  fails,
  firstActions,
  fixed,
  home,
  inThread,
  keepUnsent,
  library,
  note,
  other,
  press,
  selectTwo,
  showVersion,
  type State,
} from './state.ts';

/** Dialogs and menus. */
export const layers: readonly State[] = [
  {
    name: 'the account menu',
    as: 'member',
    at: home,
    shows: 'app/views/AccountMenu.tsx',
    open: (page) => page.locator('[data-account-menu]').click(),
  },
  {
    name: 'the keyboard help',
    as: 'visitor',
    at: home,
    shows: 'app/views/HelpModal.tsx',
    open: (page) => page.keyboard.press('?'),
  },
  {
    name: 'asking a note',
    as: 'member',
    at: other,
    shows: 'assistant/views/AskModal.tsx',
    open: press('Ask this note'),
  },
  { name: 'asking my library', as: 'member', at: library, open: press('Ask') },
  {
    name: 'earlier versions of a comment',
    as: 'member',
    at: note,
    shows: 'discussion/views/LiveThread.tsx',
    open: inThread('edited'),
  },
  {
    name: 'text size and width',
    as: 'visitor',
    at: other,
    shows: 'library/browser/reading-look.ts',
    open: press('Text size and width'),
  },
  {
    name: 'the collections of a note',
    as: 'member',
    at: (made) => paths.item(made.draftId),
    shows: 'library/views/AddToCollection.tsx',
    open: press('Add to a collection'),
  },
  {
    name: 'a new collection',
    as: 'member',
    at: fixed(paths.ownCollections),
    shows: 'library/views/MyCollections.tsx',
    open: press('New collection'),
  },
  {
    name: 'the menu of a collection',
    as: 'member',
    at: fixed(paths.ownCollections),
    shows: 'library/views/MyCollections.tsx',
    open: press(collectionActions),
  },
  {
    name: 'reordering a collection',
    as: 'member',
    at: fixed(paths.ownCollections),
    shows: 'library/views/MyCollections.tsx',
    open: chooseIn(collectionActions, 'Reorder notes'),
  },
  {
    name: 'the menu of a note in a collection',
    as: 'member',
    at: fixed(paths.ownCollections),
    shows: 'library/views/OrderCollection.tsx',
    async open(page) {
      await chooseIn(collectionActions, 'Reorder notes')(page);
      await page.getByRole('dialog').getByRole('button', { name: firstActions }).first().click();
    },
  },
  {
    name: 'the menu of a note to read',
    as: 'member',
    at: fixed('/inbox#reading'),
    shows: 'library/views/ReadingRow.tsx',
    open: press(firstActions),
  },
  {
    name: 'deleting for good',
    as: 'member',
    at: fixed(paths.bin),
    shows: 'mine/views/Bin.tsx',
    open: press('Delete for good'),
  },
  {
    name: 'how the library is shown',
    as: 'member',
    at: library,
    shows: 'mine/views/LibraryTools.tsx',
    open: press('How it’s shown'),
  },
  {
    name: 'the filters of the library',
    as: 'member',
    at: library,
    narrow: true,
    shows: 'mine/views/MyLibrary.tsx',
    open: press(/^Filters?/),
  },
  { name: 'the menu of a row', as: 'member', at: library, shows: 'mine/views/RowMenu.tsx', open: press(firstActions) },
  {
    name: 'the menu of what is selected',
    as: 'member',
    at: library,
    shows: 'mine/views/SelectionBar.tsx',
    async open(page) {
      await selectTwo(page);
      await button(page, 'More').click();
    },
  },
  {
    name: 'publishing what is selected',
    as: 'member',
    at: library,
    shows: 'mine/views/use-commands.tsx',
    async open(page) {
      await selectTwo(page);
      await chooseIn('More', 'Public')(page);
    },
  },
  ...(['Tags…', 'Collections…', 'Export…'] as const).map((item): State => ({
    name: `the dialog of a row, ${item}`,
    as: 'member',
    at: library,
    shows: 'mine/views/use-commands.tsx',
    open: chooseIn('Actions for Links', item),
  })),
  {
    name: 'why readers cannot find a note',
    as: 'member',
    at: library,
    shows: 'mine/views/use-commands.tsx',
    open: chooseIn('Actions for Links', 'Why readers can’t find it'),
  },
  {
    name: 'a decision of a moderator',
    as: 'owner',
    at: fixed(paths.moderation),
    shows: 'moderation/views/DecideModal.tsx',
    open: press('Hide'),
  },
  {
    name: 'reporting a note',
    as: 'member',
    at: other,
    shows: 'moderation/views/ReportModal.tsx',
    open: press('Report this note'),
  },
  {
    name: 'a report without a reason',
    as: 'member',
    at: other,
    async open(page) {
      await button(page, 'Report this note').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Report', exact: true }).click();
    },
  },
  {
    name: 'what waits to be sent',
    as: 'member',
    at: library,
    shows: 'people/browser/unsent-mark.ts',
    before: fails('library/actions'),
    async open(page) {
      await keepUnsent(page);
      await button(page, /to send|couldn’t be sent|^Sending/).click();
    },
  },
  {
    name: 'signing out with something to send',
    as: 'member',
    at: library,
    shows: 'people/views/Outbox.tsx',
    before: fails('library/actions'),
    async open(page) {
      await keepUnsent(page);
      await page.locator('[data-account-menu]').click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
    },
  },
  {
    name: 'more like this',
    as: 'member',
    at: fixed(paths.forYou),
    shows: 'recommendations/views/FeedbackMenu.tsx',
    open: press(/^More like this/),
  },
  {
    name: 'undoing an import',
    as: 'member',
    at: fixed(paths.settingsOf('import')),
    shows: 'transfer/views/Imports.tsx',
    async open(page) {
      await page.getByText('bookmarks.html').first().click();
      await button(page, /^Undo/).click();
    },
  },
  {
    name: 'restoring a version',
    as: 'member',
    at: editor,
    shows: 'writing/views/NoteHistory.tsx',
    async open(page) {
      await showVersion(page);
      await button(page, 'Restore this version').click();
    },
  },
];
