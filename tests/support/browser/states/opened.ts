import { paths } from '../../../../src/platform/model/paths.ts';
import { waitForLoaded } from '../screens.ts';
import { copy, editor, fixed, inThread, library, note, press, selectTwo, showVersion, type State } from './state.ts';

/** Parts that open within a page. */
export const opened: readonly State[] = [
  { name: 'a comment being written', as: 'member', at: note, open: inThread('Comment') },
  { name: 'a reply being written', as: 'member', at: note, open: inThread('Reply') },
  { name: 'the versions of a note', as: 'member', at: editor, open: showVersion },
  { name: 'a note without a link', as: 'member', at: fixed(paths.write), open: press('Write without a link') },
  {
    name: 'tags to choose from',
    as: 'member',
    at: editor,
    open: (page) => page.getByRole('combobox', { name: /tag/i }).first().pressSequentially('m'),
  },
  { name: 'what is selected', as: 'member', at: library, open: selectTwo },
  {
    name: 'ways to narrow a search',
    as: 'visitor',
    at: fixed(paths.search),
    open: (page) => page.getByText('Narrow your search').click(),
  },
  { name: 'a copy read aloud', as: 'member', at: copy, open: press('Listen') },
  {
    name: 'deleting the account',
    as: 'member',
    at: fixed(paths.settingsOf('delete')),
    open: press('Delete my account'),
  },
  ...['Held', 'Appeals', 'Decisions', 'Domains', 'Pictures', 'People'].map((tab): State => ({
    name: `the moderation desk, ${tab}`,
    as: 'owner',
    at: fixed(paths.moderation),
    async open(page) {
      await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
      await waitForLoaded(page);
    },
  })),
];
