import { origin } from '../../support/servers/origin.ts';
import { accountRecipes } from './recipes-accounts.ts';
import { exportRecipes } from './recipes-exports.ts';
import { collectionRecipes } from './recipes-collections.ts';
import { noteRecipes } from './recipes-notes.ts';
import { by, idIn, query, tag, type Recipe, type Recipes } from './recipe.ts';
import type { Pick } from './values.ts';
import type { World } from './world.ts';

const followed: Recipe = ({ cleo, notes }, pick) => {
  const [kind, id] = pick.of([
    ['person', 'member_3'],
    ['tag', tag(pick)],
    ['thread', pick.of(notes)],
  ] as const);
  return { who: cleo, path: `/api/follows/${kind}/${encodeURIComponent(id)}` };
};
const muted: Recipe = ({ loner }, pick) => {
  const [kind, id] = pick.of([
    ['person', 'member_4'],
    ['tag', tag(pick)],
    ['site', `site${pick.int(50)}.example`],
  ] as const);
  return { who: loner, path: `/api/mutes/${kind}/${encodeURIComponent(id)}` };
};
const wished: Recipe = ({ cleo, notes }, pick) => {
  const [kind, id] = pick.of([
    ['person', 'member_3'],
    ['tag', pick.of(['tea', 'über', 'c++'])],
    ['note', pick.of(notes)],
  ] as const);
  const path = `/api/for-you/wishes/${kind}/${encodeURIComponent(id)}`;
  return { who: cleo, path, body: { way: pick.of(['more', 'less']) } };
};
/** Hides a fresh note, which its author may appeal against. */
const decided = async ({ act, write, owner, ann }: World) => {
  const note = await write(ann);
  const decision = { action: 'hide', subject: 'note', id: note, reason: 'Against the rules.' };
  return idIn(await act('POST', '/api/moderation/decisions', owner, decision), 'entry');
};
const begunImport = async ({ act, ben }: World, pick: Pick) => {
  const fingerprint = Array.from({ length: 64 }, () => pick.int(16).toString(16)).join('');
  const body = { name: 'choices.json', format: 'ours', size: pick.int(1e6), fingerprint, visibility: 'private' };
  return {
    body,
    begin: async () => idIn(await act('POST', '/api/imports', ben, body), 'import'),
  };
};
const fileForm = (pick: Pick) => {
  const links = Array.from(
    { length: pick.int(4) },
    () => `<DT><A HREF="https://e.example/${pick.int(1e6)}">${pick.text(40)}</A>`,
  );
  const form = new FormData();
  form.set('file', new File([`<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${links.join('\n')}\n</DL>`], 'b.html'));
  return form;
};

/** How to make each operation succeed, by its id. An operation without a recipe is tried with its schema only. */
export const recipes: Recipes = {
  ...accountRecipes,
  ...exportRecipes,
  ...noteRecipes,
  ...collectionRecipes,
  readInbox: ({ ann }, pick) => ({
    who: ann,
    path: `/api/inbox${pick.of(['', query({ filter: pick.of(['all', 'unread', 'replies', 'mentions', 'following', 'searches', 'moderation']) })])}`,
  }),
  countUnread: by('ann'),
  markRead: ({ ann }, pick) => ({
    who: ann,
    body: pick.of([
      { all: true },
      { ids: ['c:01890a5d-ac96-774b-bcce-b302099a8057'] },
      { all: true, until: new Date(1.7e12).toISOString() },
    ]),
  }),
  readDelivery: by('ann'),
  changeDelivery: ({ cleo }, pick) => ({
    who: cleo,
    body: {
      [pick.of(['reply', 'mention', 'comment', 'thread', 'person', 'tag', 'search'])]: pick.of(['off', 'inbox']),
    },
  }),
  readReadingList: ({ cleo }, pick) => ({
    who: cleo,
    path: `/api/reading-list${pick.of(['', query({ state: pick.of(['toread', 'reading', 'archived']) })])}`,
  }),
  findPeople: ({ cleo }, pick) => ({
    who: cleo,
    path: `/api/people${query({ prefix: pick.of(['m', 'member', 'MEMBER_1', '_', 'zz9']) })}`,
  }),
  chooseCopies: ({ cleo }, pick) => ({ who: cleo, body: { all: pick.chance(0.5) } }),
  listFollows: by('cleo'),
  isFollowing: followed,
  follow: followed,
  unfollow: followed,
  listMutes: by('cleo'),
  isMuting: muted,
  mute: muted,
  unmute: muted,
  readForYou: by('cleo'),
  readReviewMail: by('cleo'),
  chooseReviewMail: ({ cleo }, pick) => ({ who: cleo, body: { every: pick.of(['never', 'daily', 'weekly']) } }),
  readWeekly: by('cleo'),
  chooseWeekly: ({ cleo }, pick) => ({ who: cleo, body: { weekly: pick.chance(0.5) } }),
  listWishes: by('cleo'),
  wish: wished,
  unwish: async (world, pick) => {
    const { who, path = '', body } = await wished(world, pick);
    await world.act('PUT', path, who, body);
    return { who, path };
  },
  importFile: ({ ben }, pick) => ({ who: ben, body: fileForm(pick) }),
  exportAll: ({ loner }, pick) => ({
    who: loner,
    path: `/api/export${query({ format: pick.of(['json', 'markdown', 'netscape', 'site', 'copies', 'highlights', 'highlights-csv']) })}`,
  }),
  listImports: by('ben'),
  beginImport: async (world, pick) => ({ who: world.ben, body: (await begunImport(world, pick)).body }),
  readImport: async (world, pick) => ({
    who: world.ben,
    path: `/api/imports/${await (await begunImport(world, pick)).begin()}`,
  }),
  undoImport: async (world, pick) => ({
    who: world.ben,
    path: `/api/imports/${await (await begunImport(world, pick)).begin()}/undo`,
  }),
  readImportReport: async (world, pick) => ({
    who: world.ben,
    path: `/api/imports/${await (await begunImport(world, pick)).begin()}/report`,
  }),
  importEntries: async (world, pick) => {
    const item = {
      title: pick.text(150),
      url: `https://imported.example/${pick.int(1e6)}`,
      body: pick.text(300),
      tags: [tag(pick)],
    };
    const choice = { kind: 'follow', id: `tag:${tag(pick)}`, at: new Date(1.7e12).toISOString() };
    const entries = [
      { place: 'line 1', item },
      { place: 'line 2', choice },
      { place: 'line 3', why: pick.text(90) },
    ];
    const id = await (await begunImport(world, pick)).begin();
    return {
      who: world.ben,
      path: `/api/imports/${id}/entries`,
      body: { from: 0, entries: entries.slice(pick.int(3)), last: pick.chance(0.5) },
    };
  },
  report: ({ cleo, notes, said, ann }, pick) => {
    const [subject, id] = pick.of([
      ['note', pick.of(notes)],
      ['comment', pick.of(said)],
      ['person', ann.id],
    ]);
    return {
      who: cleo,
      body: { subject, id, reason: pick.of(['spam', 'abuse', 'private', 'illegal', 'other']), text: pick.text(200) },
    };
  },
  readAppeal: async (world) => ({ who: world.ann, path: `/api/appeals${query({ about: await decided(world) })}` }),
  appeal: async (world, pick) => ({ who: world.ann, body: { about: await decided(world), text: pick.text(300) } }),
  readQueue: ({ owner }, pick) => ({
    who: owner,
    path: `/api/moderation/queue${pick.of(['', query({ kind: pick.of(['report', 'held', 'appeal']) })])}`,
  }),
  readDecisions: by('owner'),
  decide: async ({ owner, write, comment, ann, ben, notes }, pick) => {
    const reason = 'Against the rules.';
    const action = pick.of(['hide', 'remove', 'lock', 'hide-comment', 'ban-domain']);
    if (action === 'ban-domain')
      return { who: owner, body: { action, domain: `spam${pick.int(1e6)}.example`, reason } };
    if (action === 'hide-comment') {
      return {
        who: owner,
        body: { action: 'hide', subject: 'comment', id: await comment(ben, pick.of(notes)), reason },
      };
    }
    return { who: owner, body: { action, subject: 'note', id: await write(ann), reason } };
  },
  decideAppeal: async (world, pick) => {
    const entry = await decided(world);
    await world.act('POST', '/api/appeals', world.ann, { about: entry, text: 'It is no spam.' });
    const body = { granted: pick.chance(0.5), reason: 'Read again.' };
    return { who: world.second, path: `/api/moderation/appeals/${entry}`, body };
  },
  readBannedDomains: by('owner'),
  readModerators: by('owner'),
  readPerson: by('owner', '/api/moderation/people/member_3'),
  appoint: ({ owner }, pick) => ({
    who: owner,
    path: '/api/moderation/people/member_6',
    body: { role: pick.of(['member', 'moderator']) },
  }),
  search: (world, pick) => ({
    who: world.anyone(pick),
    path: `/api/search${query({ q: pick.of([pick.text(80), 'note', '"a note" tag:tea -without', 'person:member_3', 'after:2020']) })}`,
  }),
  saveSearch: ({ act, cleo }, pick) => ({
    who: cleo,
    body: { query: `word${pick.int(1e6)} ${pick.of(['tag:tea', '"a b"', ''])}` },
    after: (done) => act('DELETE', `/api/searches/${idIn(done.text, 'search')}`, cleo),
  }),
  listSearches: by('cleo'),
  forgetSearch: by('cleo', '/api/searches/01890a5d-ac96-774b-bcce-b302099a8057'),
  publish: by('ann'),
  ask: ({ ann, notes }, pick) => {
    const task = pick.of(['answer', 'explain', 'more'] as const);
    const note = task !== 'answer' || pick.chance(0.5) ? { note: pick.of(notes) } : {};
    return { who: ann, body: { task, question: pick.text(300), ...note } };
  },
  suggestTags: ({ ann }, pick) => ({ who: ann, body: { title: pick.text(100), text: pick.text(900) } }),
  readIcons: (_, pick) => ({
    path: `/api/_icon/lucide.json${query({ icons: pick.of(['book', 'book,tag', 'none-such']) })}`,
  }),
  searchIcons: (_, pick) => ({
    path: `/api/_icon/search${query({ q: pick.of(['book', 'a', 'tag arrow', pick.text(40)]) })}`,
  }),
  embedNote: ({ notes }, pick) => ({
    path: `/api/oembed${query({ url: `${origin}/note/detail/${pick.of(notes)}/x`, ...(pick.chance(0.5) && { maxwidth: String(1 + pick.int(2000)) }) })}`,
  }),
};
