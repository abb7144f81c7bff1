import { database } from '../../../src/platform/server/database.ts';
import { askForExport } from '../../../src/transfer/server/export/made.ts';
import { removeScheduled } from '../../../src/transfer/server/store/scheduled-exports.ts';
import { readUser } from '../../../src/people/server/store/users.ts';
import { by, type Recipe, type Recipes } from './recipe.ts';
import { password, type World } from './world.ts';

const address = '/api/account/export';
/** No place that is written to: what runs there ends at the guard. */
const place = { kind: 'webdav', url: 'https://127.0.0.1/notes', username: 'loner', password: 'a password of files' };
const set = ({ act, loner }: World) => act('PUT', address, loner, { ...place, current: password });
const drop = ({ loner }: World) => removeScheduled(database(), loner.id);
const withPlace: Recipe = async (world) => {
  await set(world);
  return { who: world.loner, drop: () => drop(world) };
};

/** Exports that are made first, and those by schedule. */
export const exportRecipes: Recipes = {
  askForExport: ({ loner }, pick) => ({ who: loner, body: { format: pick.of(['json', 'markdown', 'site']) } }),
  readMadeExport: async ({ loner }) => {
    const user = await readUser(database(), loner.id);
    if (!user) throw new Error('The person of this recipe is gone.');
    return { who: loner, path: `/api/exports/${(await askForExport(database(), user, 'json', new Date())).id}` };
  },
  /** A success needs the platform's object store, which is absent here. */
  readExportPart: by('loner', '/api/exports/018f0000-0000-7000-8000-000000000000/parts/1'),
  readScheduledExport: by('loner'),
  scheduleExport: (world) => ({ who: world.loner, body: { ...place, current: password }, drop: () => drop(world) }),
  exportNow: withPlace,
  endScheduledExport: withPlace,
};
