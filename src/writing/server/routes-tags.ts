import * as z from 'zod';
import { Visibility } from '../../notes/model/note.ts';
import { titleKey, wikilinkTo } from '../../notes/model/markdown.ts';
import { findByTitle, readNotes, countOwnTags, OwnTag, notesTagged } from '../../notes/server/notes.ts';
import { token } from '../../people/server/callers.ts';
import { limits } from '../../platform/model/limits.ts';
import { database } from '../../platform/server/database.ts';
import { route, type Routes } from '../../platform/server/http/route.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { changeSearches, collectionsOf } from '../../library/server/collections.ts';
import type { WriteContext } from '../../moderation/server/moderation-check.ts';
import { collectUndo, problemOfTags, renamedSearch, renamedTags, TagUndo, TagRename } from '../model/tag-change.ts';
import { undoneTags } from '../model/undone-tags.ts';
import { listDrafts, rewriteDrafts } from './store/drafts.ts';
import {
  afterBulkWrite,
  notesAtOnce,
  changeMany,
  readFirstBatch,
  bothChanges,
  unchanged,
  type ChangeOfMany,
  type ManyChanged,
} from './write-many.ts';
import type { User } from '../../people/model/user.ts';
import { readWithSession } from '../../people/server/session-cookie.ts';
import { environment } from '../../platform/server/env.ts';

const TitlesQuery = z.strictObject({ q: z.string().max(limits.title.max).default('') });
const TitlesAnswer = z.object({
  notes: z.array(z.object({ uuid: z.uuid(), title: z.string(), visibility: Visibility, link: z.string() })),
});

const titlesAtOnce = 8;

/** A person's notes by words of their titles, with the text that links to each; equal titles get a distinct link. */
async function titlesLike(redis: Redis, userId: string, words: string) {
  const found = await findByTitle(redis, { userId, key: titleKey(words), max: titlesAtOnce });
  const notes = await readNotes(
    redis,
    found.map(([uuid]) => uuid),
  );
  return found.flatMap(([uuid, sharing], at) => {
    const note = notes[at];
    if (!note || !('visibility' in note)) return [];
    const { title, visibility } = note;
    return [{ uuid, title, visibility, link: wikilinkTo(note, sharing > 1) }];
  });
}

/** Search for the titles of the caller's own notes. */
const titleRoutes = {
  'GET /api/titles': route({
    id: 'findTitles',
    summary:
      'Find your notes by the words of their titles, those that begin with them first; without words, the newest. `link` is what to write in a note of yours to link to it.',
    who: token('read'),
    rate: 'previews',
    query: TitlesQuery,
    gives: { 200: TitlesAnswer },
    handle: async ({ caller, query }) => ({ notes: await titlesLike(database(), caller.id, query.q) }),
  }),
} satisfies Routes;

/** All tags of a person's notes, most used first. */
async function listOwnTags(redis: Redis, userId: string) {
  const tags = await countOwnTags(redis, userId);
  return { tags: tags.sort((a, b) => b.notes - a.notes || (a.tag < b.tag ? -1 : 1)) };
}

/** How many notes one call changes. */
const renamedAtOnce = 2000;

/** The result of a change of tags; `next`: the cursor for the next call, null if all is done. */
const TagsChanged = z.object({
  changed: z.int().nonnegative(),
  refused: z.array(z.object({ uuid: z.uuid(), reason: z.string() })),
  undo: z.array(TagUndo),
  next: z.string().nullable(),
});
type TagsChanged = z.infer<typeof TagsChanged>;

const TagsRestore = z.strictObject({
  undo: z.array(TagUndo).refine((undo) => undo.reduce((sum, { notes }) => sum + notes.length, 0) <= renamedAtOnce, {
    error: `One call takes back what one call gave: at most ${renamedAtOnce} notes.`,
  }),
});

type Done = { answer: TagsChanged; changes: ManyChanged };

/** A person's drafts and collections, which have tags as well. */
function readTagged(redis: Redis, userId: string) {
  return Promise.all([listDrafts(redis, userId), collectionsOf(redis, userId)]);
}

/** What renaming a tag needs to read. */
function readRenamed(redis: Redis, userId: string, { from, cursor }: TagRename) {
  return Promise.all([
    notesTagged(redis, userId, { tag: from, after: cursor, limit: renamedAtOnce, read: notesAtOnce }),
    readTagged(redis, userId),
  ]);
}

type Tagged = Awaited<ReturnType<typeof readTagged>>;
/** `first`: the first notes, if they were read already. */
type Writer = Omit<WriteContext, 'once'> & { first?: Awaited<ReturnType<typeof readFirstBatch>> };

/** Renames a tag in all of a person's own notes, their unsaved drafts, and their smart collections. */
async function renameTag(
  redis: Redis,
  rename: TagRename,
  by: Omit<WriteContext, 'once'>,
  [{ uuids, next, ...read }, tagged]: Awaited<ReturnType<typeof readRenamed>>,
): Promise<Done> {
  return changeTags(redis, { ...by, ...read }, tagged, {
    uuids,
    next,
    tagsOf: (_, __, tags) => renamedTags(tags, rename),
    searchOf: (_, search) => renamedSearch(search, rename),
  });
}

/** Undoes a renaming. Later changes of the same notes stay. */
function restoreTags(redis: Redis, undo: readonly TagUndo[], by: Writer, tagged: Tagged): Promise<Done> {
  const entriesOf = (kind: Kind) => new Map(undo.flatMap((entry) => entry[kind].map((id) => [id, entry] as const)));
  const entries = { notes: entriesOf('notes'), drafts: entriesOf('drafts') };
  const searches = Map.groupBy(
    undo.flatMap((entry) => entry.searches),
    ({ id }) => id,
  );
  return changeTags(redis, by, tagged, {
    uuids: [...entries.notes.keys()],
    next: null,
    tagsOf: (kind, id, tags) => {
      const entry = entries[kind].get(id);
      return entry ? undoneTags(tags, entry) : [...tags];
    },
    searchOf: (id, search) => searches.get(id)?.find(({ is }) => is === search)?.was ?? search,
  });
}

type Kind = 'notes' | 'drafts';
type Changing = {
  uuids: readonly string[];
  next: string | null;
  tagsOf: (kind: Kind, id: string, tags: readonly string[]) => string[];
  searchOf: (id: string, search: string) => string;
};

async function changeTags(
  redis: Redis,
  { first, ...by }: Writer,
  [typed, collections]: Tagged,
  { uuids, next, tagsOf, searchOf }: Changing,
): Promise<Done> {
  const change: ChangeOfMany = ({ uuid, tags: before }) => {
    const tags = tagsOf('notes', uuid, before);
    return tags.join() === before.join() ? undefined : (problemOfTags(tags) ?? { tags });
  };
  const changes = await changeMany(redis, by, uuids, change, first ? { first } : {});
  const revisions = new Map(changes.done.map(({ before, after }) => [after.uuid, { was: before.rev, is: after.rev }]));
  // A draft is moved on to the note's new revision, since its tags change in the same way.
  const rewriting = rewriteDrafts(redis, { userId: by.author.id, drafts: typed }, (draft) => {
    const tags = tagsOf('drafts', draft.id, draft.fields.tags);
    const revision = revisions.get(draft.id);
    const rev = revision && revision.was === draft.rev ? revision.is : draft.rev;
    const isSame = rev === draft.rev && tags.join() === draft.fields.tags.join();
    if (isSame || problemOfTags(tags)) return undefined;
    return { ...draft, fields: { ...draft.fields, tags }, ...(rev !== undefined && { rev }) };
  });
  const [drafts, searches] = await Promise.all([
    rewriting,
    changeSearches(redis, collections, (search, id) => searchOf(id, search), by.now),
  ]);
  const tagsBefore = changes.done.map(({ before, after }) => {
    return { kind: 'notes', id: after.uuid, before: before.tags, after: after.tags } as const;
  });
  const typedBefore = drafts.map(({ before, after }) => {
    return { kind: 'drafts', id: after.id, before: before.fields.tags, after: after.fields.tags } as const;
  });
  const undo = collectUndo([...tagsBefore, ...typedBefore], searches.changed);
  const all = bothChanges(changes, { ...unchanged(), ...searches, change: 'edits' });
  return { changes: all, answer: { changed: changes.done.length, refused: changes.refused, undo, next } };
}

const writer = (author: User, now: Date) => ({ author, now, rateScale: environment().RATE_LIMIT_SCALE });

/** The tags and titles of the caller's own notes. */
export const tagRoutes = {
  ...titleRoutes,
  'GET /api/tags': route({
    id: 'listTags',
    summary: 'List the tags of all your notes, most used first, with how many notes have each.',
    who: token('read'),
    rate: 'overviews',
    gives: { 200: z.object({ tags: z.array(OwnTag) }) },
    handle: ({ caller }) => listOwnTags(database(), caller.id),
  }),

  'POST /api/tags/rename': route({
    id: 'renameTag',
    summary: `Rename a tag, and the tags below it, in all your notes, your drafts and the searches of your smart collections. If \`to\` is in use, the two are merged; null removes the tag. One call looks at ${renamedAtOnce} notes: while \`next\` isn’t null, send it as \`cursor\`. \`undo\` takes it back.`,
    who: token('write', 'note'),
    body: TagRename,
    rate: 'edits',
    reads: ({ request, body }) => readWithSession(request, (userId) => readRenamed(database(), userId, body)),
    gives: { 200: TagsChanged },
    async handle({ context, caller, body, read, now }) {
      const { answer, changes } = await renameTag(database(), body, writer(caller, now), await read(caller.id));
      await afterBulkWrite(database(), changes, { author: caller, now }, context);
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
    reads: ({ request, body: { undo } }) =>
      Promise.all([
        readWithSession(request, (userId) => readTagged(database(), userId)),
        readFirstBatch(
          database(),
          undo.flatMap(({ notes }) => notes),
        ),
      ]),
    gives: { 200: TagsChanged },
    async handle({ context, caller, body: { undo }, read: [tagged, first], now }) {
      const { answer, changes } = await restoreTags(
        database(),
        undo,
        { ...writer(caller, now), first },
        await tagged(caller.id),
      );
      await afterBulkWrite(database(), changes, { author: caller, now }, context);
      return answer;
    },
  }),
} satisfies Routes;
