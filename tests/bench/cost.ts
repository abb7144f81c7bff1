import { connectTo } from '../../netlify/local/redis/gateway.ts';
import { startApi, type Api, type Person } from '../support/api.ts';
import { countRoundTrips } from '../support/round-trips.ts';
import { writeCollection } from './collection.ts';

/**
 * `npm run bench -- cost --notes 10,1000,100000`: what a day of so many readers asks of the platform and of the store. Each
 * kind of call is made through the functions over a real Redis of 1,000 notes, and counted: round trips one after another until its
 * answer, and after, and commands, those inside scripts too. A day is so many of each (`day`); deploys follow
 * from its writes.
 */
export async function benchCost(readers: number[], { json }: { json: boolean }): Promise<void> {
  const api = await startApi({ RATE_LIMIT_SCALE: '1000000' });
  try {
    await writeCollection(api.store.redis, 1000);
    const calls = await measured(api);
    const days = readers.map((count) => dayOf(count, calls));
    if (json) return console.log(JSON.stringify({ calls, days }));
    console.table(calls);
    console.table(days);
  } finally {
    await api.stop();
  }
}

type Cost = { before: number; after: number; commands: number };
type Calls = Record<string, Cost>;

async function measured(api: Api): Promise<Calls> {
  const [ann, ben] = [await api.signUp('ann_writes'), await api.signUp('ben_reads')];
  const redis = await connectTo(api.store.redisProcess.url);
  const trips = countRoundTrips(api.store.url);
  const commands = async () => {
    const told = await redis.run(['INFO', 'commandstats']);
    const counts = [...String(told).matchAll(/^cmdstat_(\S+):calls=(\d+)/gm)].map(([, name = '', count]) =>
      // Excludes the bench's own requests.
      name === 'info' ? 0 : Number(count),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  };
  const each = async (times: number, work: (turn: number) => Promise<unknown>): Promise<Cost> => {
    await work(0);
    await api.settled();
    const sum = { before: 0, after: 0, commands: 0 };
    for (let turn = 1; turn <= times; turn += 1) {
      const began = await commands();
      const { before, after } = await trips.of(
        () => work(turn),
        () => api.settled(),
      );
      sum.before += before;
      sum.after += after;
      sum.commands += (await commands()) - began;
    }
    const share = (value: number) => Math.round((value / times) * 10) / 10;
    return { before: share(sum.before), after: share(sum.after), commands: share(sum.commands) };
  };
  const ask = (person: Person, method: string, path: string, body?: object) =>
    api.call(method, path, { cookie: person.cookie, ...(body && { body }) });
  const uuids: string[] = [];
  const write = async (turn: number) => {
    const answer = await ask(ann, 'POST', '/api/notes', { title: `Note ${turn}`, body: 'Text.', visibility: 'public' });
    uuids.push(answer.body.note?.uuid ?? '');
  };
  const times = 10;
  const note = (turn: number) => `/api/notes/${uuids[turn] ?? ''}`;
  const calls = {
    session: await each(times, () => ask(ben, 'GET', '/api/_auth/session')),
    unread: await each(times, () => ask(ben, 'GET', '/api/inbox/unread')),
    note: await each(times, write),
    edit: await each(times, (turn) => ask(ann, 'PATCH', note(turn), { rev: 1, title: `Other ${turn}` })),
    comment: await each(times, (turn) => ask(ben, 'POST', `${note(turn)}/comments`, { body: 'A comment.' })),
    vote: await each(times, (turn) => ask(ben, 'PUT', `${note(turn)}/vote`)),
    save: await each(times, (turn) => ask(ben, 'PUT', `${note(turn)}/save`)),
    removal: await each(times, (turn) => ask(ann, 'DELETE', note(turn))),
  };
  trips.stop();
  await redis.close();
  return calls;
}

/**
 * How often each call happens in a day of a hundred readers, twenty of them signed in, and what a view requests from
 * the CDN.
 */
const day = { session: 60, unread: 60, note: 2, edit: 1, comment: 4, vote: 10, save: 4, removal: 0.2 };
const views = 4;
const view = { requests: 6, megabytes: 0.03 };
/** Read on 2026-10-10: credits for a deploy, 10,000 requests and a gigabyte, dollars for 100,000 commands. */
const prices = { deploy: 15, requests: 2, gigabyte: 20, commands: 0.2 };
/** At most one build runs at a time, for three minutes. */
const maxDeploys = (24 * 60) / 3;

function dayOf(readers: number, calls: Calls) {
  const times = Object.entries(day).map(([name, count]) => ({ name, count: (count * readers) / 100 }));
  const of = (...names: string[]) =>
    times.filter(({ name }) => names.includes(name)).reduce((sum, { count }) => sum + count, 0);
  const calling = times.reduce((sum, { count }) => sum + count, 0);
  const commands = times.reduce((sum, { name, count }) => sum + count * (calls[name]?.commands ?? 0), 0);
  const requests = readers * views * view.requests + calling;
  const adding = of('note', 'edit', 'comment');
  const deploys = (every: number) =>
    Math.min(maxDeploys, (every === 0 ? adding : Math.min(24, adding)) + of('removal'));
  const credits = (every: number) =>
    30 *
    (deploys(every) * prices.deploy +
      (requests / 10_000) * prices.requests +
      ((readers * views * view.megabytes) / 1000) * prices.gigabyte);
  return {
    readers,
    requests: Math.round(requests),
    functionCalls: Math.round(calling),
    commands: Math.round(commands),
    'deploys at once': Math.round(deploys(0) * 10) / 10,
    'deploys every hour': Math.round(deploys(60) * 10) / 10,
    'credits a month at once': Math.round(credits(0)),
    'credits a month every hour': Math.round(credits(60)),
    'store, $ a month': Math.round(((commands * 30) / 100_000) * prices.commands * 100) / 100,
  };
}
