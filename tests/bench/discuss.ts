import { fanOutLine } from '../../src/inbox/model/follow.ts';
import { paths } from '../../src/platform/model/paths.ts';
import { readCommentContext, writeComment } from '../../src/discussion/server/comments.ts';
import { startApi, type Api, type Person } from '../support/api.ts';
import { callFigures, type CallFigure, type Measured } from './calls.ts';
import { writeCollection } from './collection.ts';
import { inboxFigures } from './inbox.ts';
import { permalinkFigures } from './permalinks.ts';

const comments = 5_000;

/**
 * `npm run bench -- discuss`: what discussing costs on a real Redis, through the functions themselves: a thread of 5,000
 * comments, the front page's rankings over as many notes as are asked for, an inbox of 10,000 notifications, and the
 * commands that each call sends; and how soon any comment of a thread of 10,000 is in sight in a browser.
 */
export async function benchDiscussion(sizes: number[], { json }: { json: boolean }): Promise<void> {
  const permalinks = await permalinkFigures();
  if (json) console.log(JSON.stringify({ permalinks }));
  else console.table(permalinks);
  for (const notes of sizes) {
    const api = await startApi({ RATE_LIMIT_SCALE: '1000000' });
    try {
      console.error(`${notes} notes …`);
      await writeCollection(api.store.redis, notes);
      const [writer, reader] = [await api.signUp('bench_writer'), await api.signUp('bench_reader')];
      const note = await noteBy(api, writer);
      await fill(api, note, [writer, reader]);
      const calls = await callFigures(api, measured(note, await thread(api, note), { writer, reader }), 200);
      const inbox = await inboxFigures(api.store.redis);
      if (json) console.log(JSON.stringify({ notes, comments, calls, inbox }));
      else print({ notes, calls, inbox });
    } finally {
      await api.stop();
    }
  }
}

type People = { writer: Person; reader: Person };

/** The calls that readers and writers of threads make; none changes what the others are measured by. */
function measured(note: string, { cursor, comment }: Thread, { writer, reader }: People): Measured[] {
  const asReader = () => ({ cookie: reader.cookie });
  const read = (name: string, path: string): Measured => ({ name, method: 'GET', path: () => path, call: asReader });
  const own = `/api/notes/${note}`;
  let said = 0;
  return [
    {
      name: `POST a comment into a thread of ${comments}`,
      method: 'POST',
      path: () => `${own}/comments`,
      call: () => ({ cookie: writer.cookie, body: { body: `Said once more, *number ${(said += 1)}*.` } }),
    },
    {
      name: 'POST a reply',
      method: 'POST',
      path: () => `${own}/comments`,
      call: () => ({ cookie: writer.cookie, body: { body: `An answer, number ${(said += 1)}.`, parent: comment } }),
    },
    read(`GET the first page of a thread of ${comments}`, `${own}/comments`),
    read('GET a page in its middle', `${own}/comments?cursor=${encodeURIComponent(cursor)}`),
    read('GET the thread, best first', `${own}/comments?sort=best`),
    ...['new', 'hot', 'discussed', 'saved'].map((order) =>
      read(`GET notes, ${order}`, order === 'new' ? '/api/notes' : `/api/notes?order=${order}`),
    ),
    read('GET a note', own),
    read('GET my marks on a note', `${own}/marks`),
    { name: 'PUT a vote', method: 'PUT', path: () => `${own}/vote`, call: asReader },
    { name: 'PUT a save', method: 'PUT', path: () => `${own}/save`, call: asReader },
    { name: 'PUT a follow', method: 'PUT', path: () => '/api/follows/tag/reading', call: asReader },
    read('GET what I follow', '/api/follows'),
    read('GET the reading list', '/api/reading-list'),
    read('GET the inbox', '/api/inbox'),
    read('GET the unread count', '/api/inbox/unread'),
    read('GET the session', '/api/_auth/session'),
    read('GET the state of publishing', '/api/publish'),
  ];
}

async function noteBy(api: Api, { cookie }: Person): Promise<string> {
  const draft = { title: 'A note that is much discussed', body: 'Words.' };
  const { body } = await api.call('POST', '/api/notes', { cookie, body: draft });
  if (!body.note) throw new Error(`The note was refused: ${body.detail}`);
  return body.note.uuid;
}

/** Writes a thread of 5,000 comments: every third one answers the one before it. */
async function fill({ store }: Api, note: string, people: Person[]): Promise<void> {
  let last: string | undefined;
  for (let number = 0; number < comments; number += 1) {
    const author = people[number % people.length]?.user.id ?? '';
    const draft = {
      body: `Comment ${number} says something of its own.`,
      ...(number % 3 && last ? { parent: last } : {}),
    };
    const by = { authorId: author, now: new Date(Date.now() - (comments - number) * 1000) };
    const written = await writeComment(store.redis, note, draft, await readCommentContext(store.redis, draft), by);
    if (!written.ok) throw new Error(`The comment was refused: ${written.reason}`);
    last = written.comment.id;
  }
}

type Thread = { cursor: string; comment: string };

/** Returns a cursor in the middle of the thread, and a comment to answer. */
async function thread(api: Api, note: string): Promise<Thread> {
  let cursor = '';
  let comment = '';
  for (let page = 0; page < comments / 200; page += 1) {
    const { body } = await api.call(
      'GET',
      `/api/notes/${note}/comments${cursor && `?cursor=${encodeURIComponent(cursor)}`}`,
    );
    cursor = body.next ?? cursor;
    comment ||= body.comments?.[0]?.id ?? '';
  }
  return { cursor, comment };
}

function print({ notes, calls, inbox }: { notes: number; calls: CallFigure[]; inbox: object[] }): void {
  console.log(`Calls at ${notes} notes; a note is told to at most ${fanOutLine} followers at once.`);
  console.table(calls);
  console.log(`An inbox of 10,000 (${paths.inbox})`);
  console.table(inbox);
}
