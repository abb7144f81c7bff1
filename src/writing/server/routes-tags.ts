import { token } from '../../people/server/callers.ts';
import type { User } from '../../people/model/user.ts';
import { database } from '../../platform/server/database.ts';
import { environment } from '../../platform/server/env.ts';
import { route, type Routes } from '../../platform/server/http/route.ts';
import { TagRename } from '../model/tag-change.ts';
import {
  renamedAtOnce,
  renameTag,
  restoreTags,
  TagsChanged,
  TagsRestore,
  listOwnTags,
  OwnTags,
} from './rename-tags.ts';
import { titleRoutes } from './routes-titles.ts';
import { afterMany } from './write-many.ts';

const writer = (author: User, now: Date) => ({ author, now, rateScale: environment().RATE_LIMIT_SCALE });

/** The tags of one's own notes, and their titles. */
export const tagRoutes = {
  ...titleRoutes,
  'GET /api/tags': route({
    id: 'listTags',
    summary: 'List the tags of all your notes, most used first, with how many notes have each.',
    who: token('read'),
    rate: 'overviews',
    gives: { 200: OwnTags },
    handle: ({ caller }) => listOwnTags(database(), caller.id),
  }),

  'POST /api/tags/rename': route({
    id: 'renameTag',
    summary: `Rename a tag, and the tags below it, in all your notes, your drafts and the searches of your smart collections. If \`to\` is in use, the two are merged; null removes the tag. One call looks at ${renamedAtOnce} notes: while \`next\` isn’t null, send it as \`cursor\`. \`undo\` takes it back.`,
    who: token('write', 'note'),
    body: TagRename,
    rate: 'edits',
    gives: { 200: TagsChanged },
    async handle({ context, caller, body, now }) {
      const { answer, changes } = await renameTag(database(), body, writer(caller, now));
      await afterMany(database(), changes, { author: caller, now }, context);
      return answer;
    },
  }),

  'POST /api/tags/restore': route({
    id: 'restoreTags',
    summary: 'Undo the renaming of a tag: send the `undo` it answered with. Later changes to the notes stay.',
    who: token('write', 'note'),
    body: TagsRestore,
    maxBytes: renamedAtOnce * 500,
    rate: 'edits',
    gives: { 200: TagsChanged },
    async handle({ context, caller, body: { undo }, now }) {
      const { answer, changes } = await restoreTags(database(), undo, writer(caller, now));
      await afterMany(database(), changes, { author: caller, now }, context);
      return answer;
    },
  }),
} satisfies Routes;
