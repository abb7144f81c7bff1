import { by, idIn, type Recipes } from './recipe.ts';
import type { Pick } from './values.ts';
import type { World } from './world.ts';

const fields = (pick: Pick) => ({
  name: `${pick.of(['Tea', 'über', '日本', 'a/b', '🫖'])} ${pick.int(500)}`,
  description: pick.text(400),
  visibility: pick.of(['private', 'unlisted', 'public']),
  order: pick.int(9),
});

/** A collection of Ann's, which is deleted after the call. */
const collection = async ({ act, ann }: World, pick: Pick, more: object = {}) => {
  const made = await act('POST', '/api/collections', ann, { ...fields(pick), name: 'Tea', ...more });
  const path = `/api/collections/${idIn(made, 'collection')}`;
  return { path, drop: () => act('DELETE', path, ann) };
};

/** What people put together. */
export const collectionRecipes: Recipes = {
  listCollections: by('ann'),
  listDeletedCollections: by('ann'),
  makeCollection: ({ act, ann }, pick) => ({
    who: ann,
    body: {
      ...fields(pick),
      ...(pick.chance(0.3) ? { search: pick.of(['tag:tea', 'water "hot"', '日本']) } : {}),
      parent: null,
    },
    after: (done) => act('DELETE', `/api/collections/${idIn(done.text, 'collection')}`, ann),
  }),
  readCollection: async (world, pick) => ({ who: world.ann, ...(await collection(world, pick)) }),
  readCollectionAsBook: async (world, pick) => {
    const { path, drop } = await collection(world, pick);
    return { who: world.ann, path: path.replace('/api/', '/api/books/'), drop };
  },
  changeCollection: async (world, pick) => ({ who: world.ann, body: fields(pick), ...(await collection(world, pick)) }),
  restoreCollection: async (world, pick) => {
    const { path, drop } = await collection(world, pick);
    await drop();
    return { who: world.ann, path, drop };
  },
  deleteCollection: async (world, pick) => ({ who: world.ann, path: (await collection(world, pick)).path }),
  collectNote: async (world, pick) => {
    const { path, drop } = await collection(world, pick);
    const body = pick.chance(0.5) ? { after: null } : {};
    return { who: world.ann, path: `${path}/notes/${pick.of(world.notes)}`, body, drop };
  },
  uncollectNote: async (world, pick) => {
    const { path, drop } = await collection(world, pick);
    return { who: world.ann, path: `${path}/notes/${pick.of(world.notes)}`, drop };
  },
};
