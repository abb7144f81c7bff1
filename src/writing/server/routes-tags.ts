import { token } from '../../people/server/callers.ts';
import { database } from '../../platform/server/database.ts';
import { route, type Routes } from '../../platform/server/http/route.ts';
import { listOwnTags, OwnTags } from './tags.ts';

/** The tags of one's own notes. */
export const tagRoutes = {
  'GET /api/tags': route({
    id: 'listTags',
    summary: 'The tags of your notes in every state, the most used first, with how many notes have each.',
    who: token('read'),
    gives: { 200: OwnTags },
    handle: ({ caller }) => listOwnTags(database(), caller.id),
  }),
} satisfies Routes;
