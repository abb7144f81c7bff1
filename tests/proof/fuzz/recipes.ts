import { z } from 'zod';
import { issueToken } from '../../../src/server/tokens.ts';
import { Authenticator } from '../../support/authenticator.ts';
import type { Called } from './calls.ts';
import { password, type Member, type World } from './world.ts';
import type { Pick } from './values.ts';

/**
 * A call that should succeed. `after` takes away what it made, or remembers what changed; `drop` takes away what was made
 * for it, whatever became of it.
 */
export type Ready = {
  who?: Member | undefined;
  path?: string;
  body?: unknown;
  headers?: Record<string, string>;
  after?: (done: Called) => Promise<unknown> | void;
  drop?: () => Promise<unknown>;
};
type Recipe = (world: World, pick: Pick) => Promise<Ready> | Ready;

const Id = z.object({ id: z.string() });
const Options = z.object({ options: z.object({ challenge: z.string() }) });
const challengeIn = (answer: unknown) => Options.parse(answer).options.challenge;
const json = (done: Called): unknown => JSON.parse(done.text);
const tag = (pick: Pick) => pick.of(['tea', 'über', '日本', 'c++', 'c#', 'a.b', `t${pick.int(500)}`]);
const visibility = (pick: Pick) => pick.of(['draft', 'private', 'unlisted', 'public']);
const query = (values: Record<string, string>) => `?${new URLSearchParams(values)}`;

const noteBody = (pick: Pick) => ({
  title: pick.text(190),
  body: Array.from({ length: pick.int(5) }, () => pick.text(400)).join('\n\n'),
  tags: Array.from({ length: pick.int(4) }, () => tag(pick)),
  visibility: visibility(pick),
  ...(pick.chance(0.3) ? { url: `https://example${pick.int(999)}.org/${pick.int(1e6)}?q=${pick.int(9)}` } : {}),
  ...(pick.chance(0.3) ? { icon: pick.of(['lucide:book', 'lucide:tag', null]) } : {}),
  ...(pick.chance(0.2) ? { noModel: pick.chance(0.5) } : {}),
});

const by = (who: 'owner' | 'ann' | 'ben' | 'cleo' | 'loner', path?: string): Recipe => {
  return (world) => ({ who: world[who], ...(path === undefined ? {} : { path }) });
};
/** One of Ann's notes, called about by somebody. */
const about = (who: 'ann' | 'ben' | 'cleo', rest = ''): Recipe => {
  return (world, pick) => ({ who: world[who], path: `/api/notes/${pick.of(world.notes)}${rest}` });
};
const followed: Recipe = ({ cleo, notes }, pick) => {
  const [kind, id] = pick.of([
    ['person', 'member_3'],
    ['tag', tag(pick)],
    ['thread', pick.of(notes)],
  ]);
  return { who: cleo, path: `/api/follows/${kind}/${encodeURIComponent(id ?? '')}` };
};
const muted: Recipe = ({ loner }, pick) => {
  const [kind, id] = pick.of([
    ['person', 'member_4'],
    ['tag', tag(pick)],
    ['site', `site${pick.int(50)}.example`],
  ]);
  return { who: loner, path: `/api/mutes/${kind}/${encodeURIComponent(id ?? '')}` };
};
const wished: Recipe = ({ cleo, notes }, pick) => {
  const [kind, id] = pick.of([
    ['person', 'member_3'],
    ['tag', pick.of(['tea', 'über', 'c++'])],
    ['note', pick.of(notes)],
  ]);
  const path = `/api/for-you/wishes/${kind}/${encodeURIComponent(id ?? '')}`;
  return { who: cleo, path, body: { way: pick.of(['more', 'less']) } };
};
const newcomer: Recipe = async ({ join }) => ({ who: await join() });
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
  const { id } = z.object({ highlight: Id }).parse(made).highlight;
  const path = `/api/notes/${copied[0]}/highlights/${id}`;
  return { path, drop: () => act('DELETE', path, ann) };
};
/** Hides a fresh note, which its author may appeal against. */
const decided = async ({ act, write, owner, ann }: World) => {
  const note = await write(ann);
  const decision = { action: 'hide', subject: 'note', id: note, reason: 'Against the rules.' };
  return z.object({ entry: Id }).parse(await act('POST', '/api/moderation/decisions', owner, decision)).entry.id;
};
const withPasskey = async (world: World, who: Member) => {
  const device = new Authenticator();
  const asked = await world.act('POST', '/api/passkeys/options', who, { current: password });
  await world.act('POST', '/api/passkeys', who, { name: 'Key', made: device.made({ challenge: challengeIn(asked) }) });
  return { device, drop: () => world.act('DELETE', `/api/passkeys/${device.id}`, who, { current: password }) };
};
const begunImport = async ({ act, ben }: World, pick: Pick) => {
  const fingerprint = Array.from({ length: 64 }, () => pick.int(16).toString(16)).join('');
  const body = { name: 'choices.json', format: 'ours', size: pick.int(1e6), fingerprint, visibility: 'private' };
  return {
    body,
    begin: async () => z.object({ import: Id }).parse(await act('POST', '/api/imports', ben, body)).import.id,
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

/** How each operation of the description is made to succeed, by its id. One that is not here is tried by its schema alone. */
export const recipes: Record<string, Recipe> = {
  readSession: (world, pick) => ({ who: world.anyone(pick) }),
  signOut: async (world, pick) => ({
    who: pick.chance(0.5) ? undefined : { ...world.loner, cookie: await world.signInAgain(world.loner) },
  }),
  signUp: ({ name }, pick) => {
    const handle = name('new_');
    return {
      body: { email: `${handle}@example.org`, handle, password, ...(pick.chance(0.5) && { name: pick.text(60) }) },
    };
  },
  signIn: ({ cleo }) => ({ body: { email: cleo.email, password } }),
  forgotPassword: ({ name }) => ({ body: { email: `${name('nobody')}@example.org` } }),
  resetPassword: async (world) => {
    const { id: userId, email } = world.loner;
    const token = await issueToken(world.api.store.redis, { purpose: 'reset', userId, email }, new Date());
    const after = (done: Called) => void (world.loner.cookie = done.cookie ?? world.loner.cookie);
    return { body: { token, password }, after };
  },
  useLink: async (world) => {
    const { id: userId, email } = world.loner;
    const token = await issueToken(world.api.store.redis, { purpose: 'verify', userId, email }, new Date());
    return { body: { token } };
  },
  sendVerification: newcomer,
  signInWithPasskey: async (world) => {
    const { device, drop } = await withPasskey(world, world.cleo);
    const asked = await world.act('POST', '/api/auth/passkey/options');
    return { body: { passkey: device.used({ challenge: challengeIn(asked) }) }, drop };
  },
  readAccount: by('ann'),
  changeProfile: ({ cleo }, pick) => ({
    who: cleo,
    body: { name: pick.text(70), bio: pick.text(400), modelReadsPrivate: pick.chance(0.5) },
  }),
  changePassword: ({ loner }) => ({
    who: loner,
    body: { current: password, password },
    after: (done) => void (loner.cookie = done.cookie ?? loner.cookie),
  }),
  changeAddress: ({ loner, name }) => ({
    who: loner,
    body: { current: password, email: `${name('moved')}@example.org` },
  }),
  listSessions: by('ann'),
  endOtherSessions: ({ loner }) => ({ who: loner }),
  endSession: async (world) => {
    const { loner, act } = world;
    await world.signInAgain(loner);
    const { sessions } = z
      .object({ sessions: z.array(z.object({ id: z.string(), current: z.boolean() })) })
      .parse(await act('GET', '/api/account/sessions', loner));
    return { who: loner, path: `/api/account/sessions/${sessions.find(({ current }) => !current)?.id}` };
  },
  downloadData: by('loner'),
  deleteAccount: async ({ join }, pick) => ({
    who: await join(),
    body: { current: password, writings: pick.of(['keep', 'remove']) },
  }),
  listPasskeys: by('ann'),
  addPasskey: async ({ act, cleo }, pick) => {
    const device = new Authenticator();
    const asked = await act('POST', '/api/passkeys/options', cleo, { current: password });
    const after = () => act('DELETE', `/api/passkeys/${device.id}`, cleo, { current: password });
    return { who: cleo, body: { name: pick.text(40), made: device.made({ challenge: challengeIn(asked) }) }, after };
  },
  askForNewPasskey: ({ cleo }) => ({ who: cleo, body: { current: password } }),
  renamePasskey: async (world, pick) => {
    const { device, drop } = await withPasskey(world, world.cleo);
    return { who: world.cleo, path: `/api/passkeys/${device.id}`, body: { name: pick.text(40) }, drop };
  },
  removePasskey: async (world) => {
    const { device } = await withPasskey(world, world.cleo);
    return { who: world.cleo, path: `/api/passkeys/${device.id}` };
  },
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
    const note = world.notes[5] ?? '';
    const { visibility: _, ...fields } = noteBody(pick);
    return {
      who: world.ann,
      path: `/api/notes/${note}`,
      body: { rev: await world.rev(world.ann, note), ...fields, title: `Note ${fields.title}`.slice(0, 190), body: '' },
    };
  },
  deleteNote: async ({ write, ben }) => ({ who: ben, path: `/api/notes/${await write(ben)}` }),
  previewText: ({ ann }, pick) => ({
    who: ann,
    body: { body: Array.from({ length: 8 }, () => pick.text(300)).join('\n') },
  }),
  listRevisions: about('ann', '/revisions'),
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
  capturePage: ({ ann }, pick) => ({
    who: ann,
    body: { url: pick.of(['http://127.0.0.1/a', 'http://[::1]/', 'http://10.0.0.1/x', 'https://192.168.0.1/']) },
  }),
  readCopy: ({ ann, copied }) => ({ who: ann, path: `/api/notes/${copied[0]}/copy` }),
  renewCopy: ({ ann, copied }) => ({ who: ann, path: `/api/notes/${copied[0]}/copy` }),
  listTokens: by('ann'),
  makeToken: ({ act, ann }, pick) => ({
    who: ann,
    // A proof is asked for where this person gave none lately.
    body: { name: pick.text(50), scope: pick.of(['read', 'write']) },
    after: (done) => act('DELETE', `/api/tokens/${z.object({ token: Id }).parse(json(done)).token.id}`, ann),
  }),
  revokeToken: async ({ act, ann }) => {
    const made = await act('POST', '/api/tokens', ann, { name: 'Mine', scope: 'read' });
    return { who: ann, path: `/api/tokens/${z.object({ token: Id }).parse(made).token.id}` };
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
    after: (done) =>
      act(
        'DELETE',
        `/api/notes/${copied[0]}/highlights/${z.object({ highlight: Id }).parse(json(done)).highlight.id}`,
        ann,
      ),
  }),
  commentHighlight: async (world, pick) => {
    const { path, drop } = await highlight(world, pick);
    return { who: world.ann, path, body: { comment: pick.text(300) }, drop };
  },
  deleteHighlight: async (world, pick) => ({ who: world.ann, path: (await highlight(world, pick)).path }),
  readThread: (world, pick) => ({
    who: world.anyone(pick),
    path: `/api/notes/${pick.of(world.notes)}/comments${pick.of(['', query({ sort: 'best' }), query({ sort: 'new' }), query({ after: '1' })])}`,
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
  findPeople: (world, pick) => ({
    who: world.anyone(pick),
    path: `/api/people${query({ prefix: pick.of(['m', 'member', 'MEMBER_1', '_', 'zz9']) })}`,
  }),
  listFollows: by('cleo'),
  isFollowing: followed,
  follow: followed,
  unfollow: followed,
  listMutes: by('cleo'),
  isMuting: muted,
  mute: muted,
  unmute: muted,
  readForYou: by('cleo'),
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
    after: (done) => act('DELETE', `/api/searches/${z.object({ search: Id }).parse(json(done)).search.id}`, cleo),
  }),
  listSearches: by('cleo'),
  forgetSearch: by('cleo', '/api/searches/01890a5d-ac96-774b-bcce-b302099a8057'),
  publish: by('ann'),
  ask: ({ ann, notes }, pick) => ({
    who: ann,
    body: {
      task: pick.of(['answer', 'explain', 'more']),
      question: pick.text(300),
      ...(pick.chance(0.5) && { note: pick.of(notes) }),
    },
  }),
  suggestTags: ({ ann }, pick) => ({ who: ann, body: { title: pick.text(100), text: pick.text(900) } }),
  readIcons: (_, pick) => ({
    path: `/api/_icon/lucide.json${query({ icons: pick.of(['book', 'book,tag', 'none-such']) })}`,
  }),
  searchIcons: (_, pick) => ({
    path: `/api/_icon/search${query({ q: pick.of(['book', 'a', 'tag arrow', pick.text(40)]) })}`,
  }),
  embedNote: ({ notes }, pick) => ({
    path: `/api/oembed${query({ url: `http://localhost:8888/note/detail/${pick.of(notes)}/x`, ...(pick.chance(0.5) && { maxwidth: String(1 + pick.int(2000)) }) })}`,
  }),
};
