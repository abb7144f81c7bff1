import { readTops } from '../../discussion/server/threads.ts';
import { announceNoteSoon } from '../../inbox/server/events.ts';
import { NewNote, NotePatch } from '../../notes/model/note.ts';
import { addressOf, isPublished } from '../../notes/model/note-access.ts';
import { noteProblem, noteUuid, idempotencyKey, idempotencyOf, openNote } from '../../notes/server/note-http.ts';
import { withMentions } from '../../notes/server/linked-note.ts';
import { readNote } from '../../notes/server/notes.ts';
import { authorOf } from '../../people/model/user.ts';
import { anyone, token, readCaller } from '../../people/server/callers.ts';
import { countStored, countDeleted, requireRoom } from '../../people/server/storage.ts';
import { database } from '../../platform/server/database.ts';
import { limits } from '../../platform/model/limits.ts';
import { environment } from '../../platform/server/env.ts';
import type { CallContext } from '../../platform/server/http/endpoint.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { reply, route, type CallsOf, type Routes } from '../../platform/server/http/route.ts';
import { afterWrite, changeOf } from '../../publishing/server/publishing.ts';
import { PublishedNote } from '../../reading/model/content.ts';
import { publishedNote } from '../../reading/server/prepared-note.ts';
import { DraftVersion, DraftWrite } from '../model/draft.ts';
import {
  DraftAnswer,
  DraftKeptAnswer,
  DraftsAnswer,
  draftId,
  draftProblem,
  keepDraft,
  lineOf,
  maxDraftBytes,
} from './drafts.ts';
import { binRoutes } from './routes-bin.ts';
import { tagRoutes } from './routes-tags.ts';
import { previewOf, PreviewAnswer, PreviewRequest } from './note-preview.ts';
import {
  editNote,
  publicNotesPage,
  maxNoteBytes,
  notesBy,
  NoteList,
  NoteListQuery,
  removeNote,
  writeNote,
  listRevisions,
  openRevision,
  RevisionAnswer,
  RevisionsAnswer,
  WrittenNote,
} from './notes.ts';
import { dropDraft, listDrafts, readDraft } from './store/drafts.ts';

const revisionOfNote = (request: Request, context: CallContext) =>
  [noteUuid(request, context), Number(context.params['rev'])] as const;

/** Notes: reading, writing and listing them, their drafts, and their earlier versions. */
export const writingRoutes = {
  'GET /api/notes': route({
    id: 'listNotes',
    summary:
      'List public notes, newest first or by `order` (hot, discussed, saved); with yourself as author, all of yours. `counts` has the votes, saves and comments of each, in the same order.',
    who: anyone,
    query: NoteListQuery,
    gives: { 200: NoteList },
    async handle({ request, query: { author, ...list } }) {
      if (author !== undefined) return notesBy(database(), author, list, await readCaller(request, 'read'));
      const { json, etag } = await publicNotesPage(database(), list);
      return new Response(json, { headers: { 'Content-Type': 'application/json', ETag: etag } });
    },
  }),

  'POST /api/notes': route({
    id: 'createNote',
    summary: 'Write a note. With an Idempotency-Key, a call whose answer was lost can be sent again.',
    who: token('write', 'note'),
    headers: [idempotencyKey],
    body: NewNote,
    maxBytes: maxNoteBytes,
    rate: 'notes',
    gives: { 201: WrittenNote, 200: WrittenNote },
    problems: [409, 507],
    async handle({ request, context, caller, body: draft, now }) {
      const room = () => requireRoom(caller.id, draft, now);
      const once = idempotencyOf(request, draft);
      const by = { author: caller, now, rateScale: environment().RATE_LIMIT_SCALE, once, room };
      const written = await writeNote(database(), draft, by);
      if (!written.ok && written.reason === 'repeated' && written.same) {
        return reply(200, { note: written.before, path: addressOf(written.before) });
      }
      if (!written.ok) throw noteProblem(written);
      const { note, revision } = written;
      await afterWrite(revision, [note.uuid], context, 'adds');
      await announceNoteSoon(database(), { note, author: authorOf(caller) }, now, context);
      await countStored(caller.id, draft, now, context);
      return reply(201, { note, path: addressOf(note) }, { Location: addressOf(note) });
    },
  }),

  'GET /api/notes/{uuid}': route({
    id: 'readNote',
    summary: 'Get a note you can read, with its author and its text as HTML.',
    at: noteUuid,
    who: anyone,
    gives: { 200: PublishedNote },
    problems: [404, 410],
    async handle({ request, at: uuid }) {
      const opened = await openNote(database(), uuid, async () => (await readCaller(request, 'read'))?.id);
      if (!opened.ok) throw noteProblem(opened);
      const [top] = isPublished(opened.note) ? await readTops(database(), [uuid]) : [];
      return withMentions(database(), await publishedNote(opened.note, opened.author, top));
    },
  }),

  'PATCH /api/notes/{uuid}': route({
    id: 'editNote',
    summary: 'Change your note. Send the revision you read: a stale one answers 409 unless only tags changed.',
    at: noteUuid,
    who: token('write', 'note'),
    body: NotePatch,
    maxBytes: maxNoteBytes,
    rate: 'edits',
    gives: { 200: WrittenNote },
    problems: [404, 409, 410, 507],
    reads: ({ at }) => readNote(database(), at),
    async handle({ context, caller, at: uuid, body: patch, read, now }) {
      const room = () => requireRoom(caller.id, patch, now);
      const by = { author: caller, now, rateScale: environment().RATE_LIMIT_SCALE, room };
      const edited = await editNote(database(), read, patch, by);
      if (!edited.ok) throw noteProblem(edited);
      const change = read && !('deletedAt' in read) ? changeOf(read, edited.note) : 'removes';
      await afterWrite(edited.revision, [uuid], context, change);
      await announceNoteSoon(database(), { note: edited.note, author: authorOf(caller) }, now, context);
      await countStored(caller.id, patch, now, context);
      return { note: edited.note, path: addressOf(edited.note) };
    },
  }),

  'DELETE /api/notes/{uuid}': route({
    id: 'deleteNote',
    summary: `Delete your note. Its address answers 410, and you can restore it from your bin for ${limits.binDays} days.`,
    at: noteUuid,
    who: token('write'),
    gives: { 204: null },
    problems: [404, 410],
    reads: ({ at }) => readNote(database(), at),
    async handle({ context, caller, at: uuid, read, now }) {
      const removed = await removeNote(database(), read, caller.id, now);
      if (!removed.ok) throw noteProblem(removed);
      await countDeleted(caller.id, context);
      await afterWrite(removed.revision, [uuid], context);
    },
  }),

  'POST /api/preview': route({
    id: 'previewText',
    summary: 'Preview a text as it will look when published: safe HTML. Nothing is stored.',
    who: token('read'),
    body: PreviewRequest,
    maxBytes: maxNoteBytes,
    rate: 'previews',
    gives: { 200: PreviewAnswer },
    handle: ({ caller, body: { body } }) => previewOf(database(), caller.id, body),
  }),

  'GET /api/notes/{uuid}/revisions': route({
    id: 'listRevisions',
    summary: 'List the last 50 revisions of your note, newest first, with what each changed.',
    at: noteUuid,
    who: token('read'),
    rate: 'overviews',
    gives: { 200: RevisionsAnswer },
    problems: [404, 410],
    async handle({ caller, at: uuid }) {
      const listed = await listRevisions(database(), uuid, caller.id);
      if (!listed.ok) throw noteProblem(listed);
      return { revisions: listed.revisions };
    },
  }),

  'GET /api/notes/{uuid}/revisions/{rev}': route({
    id: 'readRevision',
    summary: 'Get a revision of your note, and the one before it. To restore it, change the note to its contents.',
    at: revisionOfNote,
    who: token('read'),
    rate: 'overviews',
    gives: { 200: RevisionAnswer },
    problems: [404, 410],
    async handle({ caller, at: [uuid, rev] }) {
      const opened = await openRevision(database(), uuid, rev, caller.id);
      if (!opened.ok) throw noteProblem(opened);
      if (opened.found) return opened.found;
      const why = 'This version isn’t kept any more: a note keeps its last 50.';
      throw new HttpError(404, 'Not Found', why);
    },
  }),

  'GET /api/drafts': route({
    id: 'listDrafts',
    summary: 'List your unsaved drafts, the latest first.',
    who: token('read'),
    rate: 'overviews',
    gives: { 200: DraftsAnswer },
    handle: async ({ caller }) => ({ drafts: (await listDrafts(database(), caller.id)).map(lineOf) }),
  }),

  'GET /api/drafts/{id}': route({
    id: 'readDraft',
    summary:
      'Get one of your drafts: of a note by its uuid, of a new note by the id your page gave it. Null if there is none.',
    who: token('read'),
    gives: { 200: DraftAnswer },
    problems: [400],
    handle: async ({ caller, at }) => ({ draft: (await readDraft(database(), caller.id, draftId(at['id']))) ?? null }),
  }),

  'PUT /api/drafts/{id}': route({
    id: 'keepDraft',
    summary:
      'Store a draft. Send the version you started from, 0 for a new one; if it has changed elsewhere since, the answer is 409 with the current draft. Where only tags were renamed since, it is stored with their new names: go on with the `tags` of the answer.',
    who: token('write'),
    body: DraftWrite,
    maxBytes: maxDraftBytes,
    rate: 'drafts',
    gives: { 200: DraftKeptAnswer },
    problems: [409, 422, 507],
    async handle({ context, caller, at, body: sent, now }) {
      await requireRoom(caller.id, sent, now);
      const { draft, kept } = await keepDraft(database(), caller.id, draftId(at['id']), sent, now);
      if (!kept.ok) throw draftProblem(kept);
      await countStored(caller.id, kept.grown, now, context);
      return { version: draft.version, savedAt: draft.savedAt, tags: draft.fields.tags };
    },
  }),

  'DELETE /api/drafts/{id}': route({
    id: 'discardDraft',
    summary: 'Discard a draft. With `version`, one that is newer stays: it was changed elsewhere since.',
    who: token('write'),
    query: DraftVersion,
    gives: { 204: null },
    problems: [400],
    async handle({ context, caller, at, query }) {
      await dropDraft(database(), caller.id, draftId(at['id']), query.version);
      await countDeleted(caller.id, context);
    },
  }),
  ...binRoutes,
  ...tagRoutes,
} satisfies Routes;

export type WritingCalls = CallsOf<typeof writingRoutes>;
