import { request, type APIRequestContext } from '@playwright/test';
import type { App } from '../app.ts';
import { saveCopy } from '../copies.ts';
import { ApiUser, newPerson, siteOwner, type Person } from '../people.ts';
import { waitForFile, waitForText } from '../builds/published.ts';
import type { Viewer } from './states/state.ts';

type StorageState = Awaited<ReturnType<APIRequestContext['storageState']>>;

/** What a member has and others did to it, so that each screen has something to show. Paths, unless named otherwise. */
export type Furnished = {
  handle: string;
  /** Their public note with a thread, and its uuid. */
  note: string;
  noteId: string;
  comment: string;
  draft: string;
  draftId: string;
  /** Links with a copy that has a highlight, and without one. */
  copiedId: string;
  linkId: string;
  /** The slug of their public collection. */
  collection: string;
  /** A note by somebody else, which the member reported. */
  other: string;
  /** A note that its author deleted. */
  gone: string;
  /** The fragment of an address that means the entry about a decision of a moderator. */
  decision: string;
};

/** For pages that are seen before anything was made. */
export const unfurnished: Furnished = {
  handle: 'ada',
  note: '/note/detail/01900000-0000-7000-8000-000000000000/a',
  noteId: '01900000-0000-7000-8000-000000000000',
  comment: '01900000-0000-7000-8000-000000000001',
  draft: '/note/detail/01900000-0000-7000-8000-000000000002/a',
  draftId: '01900000-0000-7000-8000-000000000002',
  copiedId: '01900000-0000-7000-8000-000000000003',
  linkId: '01900000-0000-7000-8000-000000000004',
  collection: 'a',
  other: '/note/detail/01900000-0000-7000-8000-000000000005/a',
  gone: '/note/detail/01900000-0000-7000-8000-000000000006/a',
  decision: '1',
};

const markdown = [
  '## A heading',
  'A paragraph with *emphasis*, `code`, a [link](https://example.org/) and a footnote.[^1]',
  '```js\nconst margins = pages.map((page) => page.margin).filter((margin) => margin.isWide && margin.isEmpty);\n```',
  '| Part | Where | What |\n| --- | :--: | ---: |\n| Margin | beside | 4 |\n| Gutter | between | 2 |',
  '> [!tip]\n> Write in the margin.',
  '$$a^2 + b^2 = c^2$$',
  '- one\n- two\n  1. two and a half\n- [ ] to do',
  '[^1]: Beside the text on wide screens.',
];
/** Words, lines and names that are as long as the product allows, or that cannot wrap. */
const longest = [
  `## ${'H'.repeat(80)}`,
  'L'.repeat(300),
  `\`${'code'.repeat(50)}\``,
  `\`\`\`js\n${'const x = 1; '.repeat(30)}\n\`\`\``,
  `| ${'wide | '.repeat(20)}\n| ${'--- | '.repeat(20)}\n| ${'cell | '.repeat(20)}`,
  `$$${'x + y = '.repeat(30)}z$$`,
  `https://example.org/${'path/'.repeat(60)}`,
];

/** How names and texts are: as people write them, or as long as they may be. */
const kinds = {
  usual: {
    person: { name: 'Ada Reader' },
    title: 'What a margin is for',
    body: markdown.join('\n\n'),
    url: 'https://example.org/essays/margins',
    tags: ['reading', 'margins'],
    collection: { name: 'On margins', description: 'Where a reader answers.' },
    comment: 'A margin is also where one disagrees, which is the better half of reading.',
  },
  longest: {
    person: { name: 'Wolfgang Amadeus '.padEnd(80, 'W') },
    title: 'W'.repeat(60),
    body: longest.join('\n\n'),
    url: `https://${'long.'.repeat(40)}org/`,
    tags: ['t'.repeat(32)],
    collection: { name: 'C'.repeat(60), description: 'D'.repeat(200) },
    comment: `${'c'.repeat(200)}\n\n\`\`\`\n${'wide '.repeat(60)}\n\`\`\``,
  },
};
export type TextLength = keyof typeof kinds;

/** The member who sees the screens. */
function readerOf(length: TextLength): Person {
  const person = newPerson();
  const handle = length === 'longest' ? person.handle.padEnd(24, 'm') : person.handle;
  return { ...person, handle, ...kinds[length].person };
}

export type World = { made: Furnished; sessions: Record<Viewer, StorageState> };

/** Signs up people who look at screens, and gives each screen of the member something to show. */
export async function furnish(app: App, length: TextLength): Promise<World> {
  const [mine, theirs, desk, fresh] = [
    await request.newContext(),
    await request.newContext(),
    await request.newContext(),
    await request.newContext(),
  ];
  try {
    await ApiUser.signUp(fresh, app.url);
    const made = await fill(app, { mine, theirs, desk }, length);
    const sessions = {
      visitor: { cookies: [], origins: [] },
      member: await mine.storageState(),
      newcomer: await fresh.storageState(),
      owner: await desk.storageState(),
    };
    return { made, sessions };
  } finally {
    await Promise.all([mine, theirs, desk, fresh].map((one) => one.dispose()));
  }
}

type People = Record<'mine' | 'theirs' | 'desk', APIRequestContext>;

async function fill(app: App, { mine, theirs, desk }: People, length: TextLength): Promise<Furnished> {
  const { title, body, url, tags, collection, comment } = kinds[length];
  const member = await ApiUser.signUp(mine, app.url, readerOf(length));
  const someone = await ApiUser.signUp(theirs, app.url, { ...newPerson(), ...kinds[length].person });
  const owner = await ApiUser.signIn(desk, app.url, siteOwner);
  const { handle } = member.person;
  const post = async (path: string, data: object, by = mine): Promise<Record<string, unknown>> => {
    const answer = await by.post(app.url + path, { data, headers: { Origin: app.url } });
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  };

  const first = await member.write({ title, body: 'As it was first.', tags });
  const { note, path } = await member.change(first.note, { body });
  const copied = (await member.write({ title, url, tags, visibility: 'private' })).note;
  await saveCopy(app, copied, `<p>${comment}</p>`.repeat(40));
  await member.highlight(copied.uuid, comment.slice(0, 40), comment.slice(0, 100));
  const link = await member.write({ title: `${title} 2`, url: `${url}2`, visibility: 'unlisted' });
  const draft = await member.write({ title: `${title} 3`, body, visibility: 'draft' });
  // Nothing but links waits for a review, and has no readers until then.
  await member.write({ title: 'Links', body: 'https://a.example https://b.example' });
  await member.remove((await member.write({ title: `${title} 4` })).note);
  const gone = await someone.write({ title: `${title} 5` });
  await someone.remove(gone.note);
  const other = await someone.write({ title, body, url: `${url}3`, tags });
  await member.mark(other.note.uuid, 'save');
  // That note becomes one that is being read as soon as a screen has shown it; this one stays to be read.
  await member.mark((await someone.write({ title: `${title} 6`, tags })).note.uuid, 'save');

  const top = await member.comment(note.uuid, comment);
  await mine.patch(`${app.url}/api/comments/${top}`, {
    data: { body: `${comment} So.` },
    headers: { Origin: app.url },
  });
  let last = top;
  for (const by of [someone, member, someone, member]) last = await by.comment(note.uuid, comment, last);
  const made = (await post('/api/collections', { ...collection, visibility: 'public' })) as {
    collection: { id: string; slug: string };
  };
  for (const { uuid } of [note, copied, link.note]) {
    await mine.put(`${app.url}/api/collections/${made.collection.id}/notes/${uuid}`, {
      headers: { Origin: app.url },
    });
  }
  await member.report('note', other.note.uuid);
  const hidden = await member.write({ title: `${title} 7` });
  await someone.report('note', hidden.note.uuid);
  await owner.decide({ action: 'hide', subject: 'note', id: hidden.note.uuid });
  const log = await (await desk.get(`${app.url}/api/moderation/decisions`)).text();
  await mine.post(`${app.url}/api/import`, {
    headers: { Origin: app.url },
    multipart: {
      visibility: 'private',
      file: {
        name: 'bookmarks.html',
        mimeType: 'text/html',
        buffer: Buffer.from('<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n<DT><A HREF="https://a.example/">A</A>'),
      },
    },
  });
  await waitForFile(app, path);
  await waitForFile(app, other.path);
  await waitForText(app, `/u/${handle}`, collection.name);
  return {
    handle,
    note: path,
    noteId: note.uuid,
    comment: last,
    draft: draft.path,
    draftId: draft.note.uuid,
    copiedId: copied.uuid,
    linkId: link.note.uuid,
    collection: made.collection.slug,
    other: other.path,
    gone: gone.path,
    decision: /"id":"([^"]+)"/.exec(log)?.[1] ?? '',
  };
}
