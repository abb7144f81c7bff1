import * as z from 'zod';
import { about, by, idIn, query, tag, type Recipes } from './recipe.ts';
import type { Pick } from './values.ts';
import type { World } from './world.ts';

const visibility = (pick: Pick) => pick.of(['draft', 'private', 'unlisted', 'public']);
const noteBody = (pick: Pick) => ({
  title: pick.text(190),
  body: Array.from({ length: pick.int(5) }, () => pick.text(400)).join('\n\n'),
  tags: Array.from({ length: pick.int(4) }, () => tag(pick)),
  visibility: visibility(pick),
  ...(pick.chance(0.3) ? { url: `https://example${pick.int(999)}.org/${pick.int(1e6)}?q=${pick.int(9)}` } : {}),
  ...(pick.chance(0.3) ? { icon: pick.of(['lucide:book', 'lucide:tag', null]) } : {}),
  ...(pick.chance(0.2) ? { noModel: pick.chance(0.5) } : {}),
});
const draft = (pick: Pick) => `new-draft-${pick.int(20).toString().padStart(6, '0')}`;
const highlight = async ({ act, ann, copied }: World, pick: Pick) => {
  const body = {
    quote: pick.text(60),
    prefix: pick.text(20),
    suffix: '',
    start: pick.int(500),
    comment: pick.text(90),
  };
  const made = await act('POST', `/api/notes/${copied[0]}/highlights`, ann, body);
  const id = idIn(made, 'highlight');
  const path = `/api/notes/${copied[0]}/highlights/${id}`;
  return { path, drop: () => act('DELETE', path, ann) };
};

/** A note that its author has just deleted. */
const binned = async ({ act, write, ben }: World) => {
  const uuid = await write(ben);
  await act('DELETE', `/api/notes/${uuid}`, ben);
  return uuid;
};

/** Notes, what is kept with them, and what is said under them. */
export const noteRecipes: Recipes = {
  listNotes: (world, pick) => ({
    who: world.anyone(pick),
    path: `/api/notes${pick.of(['', query({ author: 'member_3' }), query({ tag: 'tea' }), query({ order: pick.of(['hot', 'discussed', 'saved']) })])}`,
  }),
  createNote: ({ ben }, pick) => ({
    who: ben,
    body: noteBody(pick),
    ...(pick.chance(0.3) ? { headers: { 'Idempotency-Key': `key-${pick.int(1e9)}-long` } } : {}),
  }),
  readNote: (world, pick) => ({ who: world.anyone(pick), path: `/api/notes/${pick.of(world.notes)}` }),
  editNote: async (world, pick) => {
    const note = await world.write(world.ann);
    return { who: world.ann, path: `/api/notes/${note}`, body: { rev: 1, ...noteBody(pick) } };
  },
  deleteNote: async ({ write, ben }) => ({ who: ben, path: `/api/notes/${await write(ben)}` }),
  restoreNote: async (world) => ({ who: world.ben, path: `/api/bin/${await binned(world)}/restore` }),
  deleteForGood: async (world) => ({ who: world.ben, path: `/api/bin/${await binned(world)}` }),
  renameTag: async ({ ben, write }, pick) => {
    await write(ben, { tags: ['before'] });
    return { who: ben, body: { from: 'before', to: pick.chance(0.3) ? null : tag(pick) } };
  },
  restoreTags: async ({ ben, write }, pick) => ({
    who: ben,
    body: {
      undo: [{ notes: [await write(ben)], drafts: [], gone: [tag(pick)], back: [{ at: pick.int(3), tag: tag(pick) }] }],
    },
  }),
  searchLibrary: ({ ann }, pick) => ({
    who: ann,
    path: `/api/library${query({ q: pick.of([pick.text(60), 'tag:tea -is:draft', '"a phrase" -word site:x', 'what:ever']), cursor: String(pick.int(50)) })}`,
  }),
  findPassages: async ({ ben, write }, pick) => ({
    who: ben,
    path: `/api/library/passages${query({ q: pick.text(60), ids: await write(ben) })}`,
  }),
  followLibrary: ({ ann }, pick) => ({
    who: ann,
    path: `/api/library/changes${query({ since: String(pick.int(200)) })}`,
  }),
  actOnLibrary: async ({ ben, write }, pick) => ({
    who: ben,
    path: '/api/library/actions',
    body: {
      ids: [await write(ben), await write(ben)],
      ...pick.of([
        { action: 'tag', tags: ['tea', 'web'] },
        { action: 'untag', tags: ['tea'] },
        { action: 'read', state: pick.of(['toread', 'archived', null]) },
        { action: 'star', favourite: true },
        { action: 'visibility', visibility: 'private' },
        { action: 'delete' },
      ]),
    },
  }),
  makeBook: (world, pick) => ({
    who: world.ben,
    path: '/api/books',
    body: { ids: [pick.of(world.notes), pick.of(world.notes)], title: pick.text(40) },
  }),
  exportChosen: (world, pick) => ({
    who: world.ann,
    path: '/api/export',
    body: { ids: [pick.of(world.notes)], format: pick.of(['json', 'markdown', 'netscape']) },
  }),
  readBook: (world, pick) => ({ who: world.ben, path: `/api/books/${pick.of(world.notes)}` }),
  findDuplicates: by('ben'),
  mergeDuplicates: async ({ ben, write }) => ({
    who: ben,
    path: '/api/library/merge',
    body: { keep: await write(ben), others: [await write(ben)] },
  }),
  previewText: ({ ann }, pick) => ({
    who: ann,
    body: { body: Array.from({ length: 8 }, () => pick.text(300)).join('\n') },
  }),
  listRevisions: about('ann', '/revisions'),
  readImported: about('ann', '/imported'),
  readRevision: about('ann', '/revisions/1'),
  listDrafts: by('ann'),
  readDraft: ({ ann }, pick) => ({ who: ann, path: `/api/drafts/${draft(pick)}` }),
  keepDraft: async ({ act, ann }, pick) => {
    const path = `/api/drafts/${draft(pick)}`;
    const kept = z.object({ draft: z.object({ version: z.number() }).nullable() }).parse(await act('GET', path, ann));
    const fields = {
      title: pick.text(90),
      url: '',
      body: pick.text(900),
      tags: [tag(pick)],
      tagText: '',
      visibility: visibility(pick),
      icon: null,
    };
    return { who: ann, path, body: { version: kept.draft?.version ?? 0, fields } };
  },
  discardDraft: ({ ann }, pick) => ({ who: ann, path: `/api/drafts/${draft(pick)}` }),
  capturePage: ({ ann, pageUrl }, pick) => ({
    who: ann,
    body: { url: pick.of([pageUrl, 'http://[::1]/', 'http://10.0.0.1/x', 'https://192.168.0.1/']) },
  }),
  readCopy: ({ ann, copied }) => ({ who: ann, path: `/api/notes/${copied[0]}/copy` }),
  restoreCopy: ({ ann, copied }) => ({ who: ann, path: `/api/notes/${copied[0]}/copy/former` }),
  renewCopy: ({ ann, copied }) => ({ who: ann, path: `/api/notes/${copied[0]}/copy` }),
  listTokens: by('ann'),
  makeToken: ({ act, ann }, pick) => ({
    who: ann,
    body: { name: pick.text(50), scope: pick.of(['read', 'write']) },
    after: (done) => act('DELETE', `/api/tokens/${idIn(done.text, 'token')}`, ann),
  }),
  revokeToken: async ({ act, ann }) => {
    const made = await act('POST', '/api/tokens', ann, { name: 'Mine', scope: 'read' });
    const path = `/api/tokens/${idIn(made, 'token')}`;
    return { who: ann, path, drop: () => act('DELETE', path, ann) };
  },
  listHighlights: by('ann'),
  readHighlights: ({ ann, copied }) => ({ who: ann, path: `/api/notes/${copied[0]}/highlights` }),
  addHighlight: ({ act, ann, copied }, pick) => ({
    who: ann,
    path: `/api/notes/${copied[0]}/highlights`,
    body: {
      quote: pick.text(300),
      prefix: pick.text(60),
      suffix: pick.text(60),
      start: pick.int(9999),
      comment: pick.text(200),
    },
    after: (done) => act('DELETE', `/api/notes/${copied[0]}/highlights/${idIn(done.text, 'highlight')}`, ann),
  }),
  reviewHighlights: by('ann'),
  changeHighlight: async (world, pick) => {
    const { path, drop } = await highlight(world, pick);
    return {
      who: world.ann,
      path,
      body: { comment: pick.text(300), review: pick.of([null, { step: pick.int(7), due: null }]) },
      drop,
    };
  },
  restoreHighlight: async (world, pick) => {
    const { path, drop } = await highlight(world, pick);
    await drop();
    const at = new Date().toISOString();
    const passage = { quote: pick.text(60), prefix: pick.text(20), suffix: '', start: pick.int(500) };
    return { who: world.ann, path, body: { ...passage, comment: pick.text(90), createdAt: at, updatedAt: at }, drop };
  },
  deleteHighlight: async (world, pick) => ({ who: world.ann, path: (await highlight(world, pick)).path }),
  readThread: (world, pick) => ({
    who: world.anyone(pick),
    path: `/api/notes/${pick.of(world.notes)}/comments${pick.of(['', query({ sort: 'best' }), query({ sort: 'newest' }), query({ after: '1' })])}`,
  }),
  writeComment: ({ ben, notes, said }, pick) => {
    const at = pick.int(notes.length);
    return {
      who: ben,
      path: `/api/notes/${notes[at]}/comments`,
      body: { body: pick.text(900), ...(pick.chance(0.4) && { parent: said[at] }) },
    };
  },
  readComment: (world, pick) => ({ who: world.anyone(pick), path: `/api/comments/${pick.of(world.said)}` }),
  editComment: ({ ben, said }, pick) => ({
    who: ben,
    path: `/api/comments/${pick.of(said)}`,
    body: { body: pick.text(500) },
  }),
  deleteComment: async ({ comment, ben, notes }, pick) => ({
    who: ben,
    path: `/api/comments/${await comment(ben, pick.of(notes))}`,
  }),
  restoreComment: async ({ comment, ben, notes, act }, pick) => {
    const path = `/api/comments/${await comment(ben, pick.of(notes))}`;
    await act('DELETE', path, ben);
    return { who: ben, path: `${path}/restore` };
  },
  visitThread: ({ cleo, notes }, pick) => ({
    who: cleo,
    path: `/api/notes/${pick.of(notes)}/visit`,
    body: { seen: new Date(1_700_000_000_000 + pick.int(9999)).toISOString() },
  }),
  voteForNote: about('cleo', '/vote'),
  takeBackVoteForNote: about('cleo', '/vote'),
  voteForComment: ({ cleo, said }, pick) => ({ who: cleo, path: `/api/comments/${pick.of(said)}/vote` }),
  takeBackVoteForComment: ({ cleo, said }, pick) => ({ who: cleo, path: `/api/comments/${pick.of(said)}/vote` }),
  saveNote: ({ cleo, notes }, pick) => ({
    who: cleo,
    path: `/api/notes/${pick.of(notes)}/save`,
    ...(pick.chance(0.8) && {
      body: { state: pick.of(['toread', 'reading', 'archived']), progress: pick.int(101) / 100 },
    }),
  }),
  unsaveNote: about('cleo', '/save'),
  readMarks: about('cleo', '/marks'),
  keepProgress: ({ ann, copied }, pick) => ({
    who: ann,
    path: `/api/notes/${copied[0]}/progress`,
    body: { progress: pick.int(101) / 100 },
  }),
};
