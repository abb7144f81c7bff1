import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import unsubscribe from '../../../functions/pages.ts';
import type { CaughtMail } from '../../../netlify/local/server/mailbox.ts';
import { nextDigest } from '../../../src/inbox/model/digest-time.ts';
import type { MailBatch } from '../../../src/inbox/model/notification.ts';
import { sendDueNotices } from '../../../src/inbox/server/notices.ts';
import { mailPauseMs } from '../../../src/inbox/server/store/delivery.ts';
import { followSource } from '../../../src/inbox/server/store/follows.ts';
import { unreadCount } from '../../../src/inbox/server/store/inbox.ts';
import type { Person } from '../../support/api.ts';
import { startApiWithMail } from '../../support/api-with-mail.ts';
import { tokenIn } from '../../support/servers/mailbox.ts';
import { origin } from '../../support/servers/origin.ts';

const { api, mailbox } = await startApiWithMail();
afterAll(() => api.stop());
let ann: Person;
let ben: Person;
let people = 0;
beforeEach(async () => {
  await api.store.redis.flushall();
  ann = await joined(`ann${people}`);
  ben = await joined(`ben${people}`);
  people += 1;
});

const secret = 'a secret of the tests, long enough for all';
const limits = { messages: 100, ms: 60_000 };
const run = (batch: MailBatch, now: Date, bounds = limits) =>
  sendDueNotices(api.store.redis, batch, secret, now, bounds);

/** A person with a verified address. */
async function joined(handle: string): Promise<Person> {
  const person = await api.signUp(handle);
  await api.settled();
  const token = tokenIn((await mailbox.to(person.user.email))[0], 'verify');
  expect((await api.call('POST', '/api/auth/verify', { body: { token } })).status).toBe(200);
  return person;
}

const choose = (person: Person, body: object) =>
  api.call('PATCH', '/api/inbox/settings', { cookie: person.cookie, body });

async function write(person: Person, fields: object): Promise<void> {
  const body = { title: 'A note', body: '', ...fields };
  expect((await api.call('POST', '/api/notes', { cookie: person.cookie, body })).status).toBe(201);
  await api.settled();
}

const noticesTo = async ({ user }: Person): Promise<CaughtMail[]> =>
  (await mailbox.to(user.email)).filter(({ subject }) => !subject.startsWith('Confirm'));
const header = (mail: CaughtMail | undefined, name: string) =>
  mail?.headers.find(({ key }) => key.toLowerCase() === name.toLowerCase())?.value;
const hello = () => ({ title: 'On <tea> & ink', body: `Hello @${ben.user.handle}` });

describe('an immediate mail', () => {
  test('describes the notification in plain text and HTML, with links to unsubscribe', async () => {
    await choose(ben, { mention: 'mail' });
    await write(ann, hello());
    const [mail, ...others] = await noticesTo(ben);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(`${ann.user.handle} mentioned you: “On <tea> & ink”`);
    expect(mail?.text).toMatch(new RegExp(`${origin}/note/detail/[0-9a-f-]+/on-tea-ink`));
    expect(mail?.html).toContain('On &lt;tea&gt; &amp; ink</a>');
    expect(header(mail, 'List-Unsubscribe')).toMatch(new RegExp(`^<${origin}/unsubscribe\\?token=[\\w.-]+>$`));
    expect(header(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect(mail?.text).toContain('/user/settings/notifications');
  });

  test('never goes to an unverified address', async () => {
    const eve = await api.signUp('eve_unproven');
    await choose(eve, { mention: 'mail' });
    await write(ann, { body: '@eve_unproven' });
    expect(await noticesTo(eve)).toEqual([]);
    expect(await unreadCount(api.store.redis, eve.user.id, new Date())).toBe(1);
  });

  test('is followed by a pause, after which everything that came meanwhile is in one mail', async () => {
    await choose(ben, { mention: 'mail' });
    for (let count = 0; count < 4; count += 1) await write(ann, hello());
    expect(await noticesTo(ben)).toHaveLength(1);
    await run('mail', new Date());
    expect(await noticesTo(ben)).toHaveLength(1);
    await run('mail', new Date(Date.now() + mailPauseMs + 1000));
    const mails = await noticesTo(ben);
    expect(mails).toHaveLength(2);
    expect(mails[0]?.subject).toBe('3 notifications on Commonplace');
  });

  test('leaves out notifications that were read meanwhile', async () => {
    await choose(ben, { mention: 'mail' });
    await write(ann, hello());
    await write(ann, hello());
    await api.call('POST', '/api/inbox/read', { cookie: ben.cookie, body: { all: true } });
    expect(await run('mail', new Date(Date.now() + mailPauseMs + 1000))).toEqual({ sent: 0, taken: 1 });
    expect(await noticesTo(ben)).toHaveLength(1);
  });

  test('is not sent for kinds set to inbox only', async () => {
    await choose(ben, { mention: 'inbox' });
    await write(ann, hello());
    await run('mail', nextDigest(new Date()));
    await run('digest', nextDigest(new Date()));
    expect(await noticesTo(ben)).toEqual([]);
  });
});

describe('the daily digest', () => {
  test('collects a day and is sent once, however many runs there are', async () => {
    await choose(ben, { mention: 'digest' });
    await write(ann, hello());
    await write(ann, hello());
    expect(await run('digest', new Date())).toEqual({ sent: 0, taken: 0 });
    const morning = nextDigest(new Date());
    const runs = await Promise.all([run('digest', morning), run('digest', morning), run('digest', morning)]);
    expect(runs.reduce((sum, { sent }) => sum + sent, 0)).toBe(1);
    expect(await run('digest', morning)).toMatchObject({ sent: 0 });
    const mails = await noticesTo(ben);
    expect(mails.map(({ subject }) => subject)).toEqual(['Your day on Commonplace: 2 notifications']);
    expect(header(mails[0], 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  });

  test('is limited per run, and the next run continues where it stopped', async () => {
    const readers: Person[] = [];
    for (const name of ['xan', 'yan', 'zan']) readers.push(await joined(`${name}${people}`));
    await write(ann, { body: readers.map(({ user }) => `@${user.handle}`).join(' ') });
    const morning = nextDigest(new Date());
    expect(await run('digest', morning, { messages: 2, ms: 60_000 })).toEqual({ sent: 2, taken: 2 });
    expect(await run('digest', morning, { messages: 2, ms: 60_000 })).toEqual({ sent: 1, taken: 1 });
    expect(await run('digest', morning, { messages: 2, ms: 0 })).toEqual({ sent: 0, taken: 0 });
    for (const reader of readers) expect(await noticesTo(reader)).toHaveLength(1);
  });

  test('includes notifications from large sources every day', async () => {
    await choose(ben, { person: 'digest' });
    await followSource(api.store.redis, ben.user.id, { kind: 'person', id: ann.user.id }, new Date(), 0);
    await api.store.redis.zadd(
      `followers:person:${ann.user.id}`,
      ...(Array.from({ length: 501 }, (_, index) => ({ score: 1, member: `u_${index}` })) as [
        { score: number; member: string },
      ]),
    );
    await write(ann, { title: 'To very many' });
    const morning = nextDigest(new Date());
    await run('digest', morning);
    await run('digest', nextDigest(morning));
    const mails = await noticesTo(ben);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('To very many');
  });
});

describe('the unsubscribe link', () => {
  async function linkFrom(person: Person): Promise<string> {
    return /<(.+)>/.exec(header((await noticesTo(person))[0], 'List-Unsubscribe') ?? '')?.[1] ?? '';
  }
  /** As a mail program calls it: from another site, without a cookie. */
  const call = (method: string, url: string) =>
    unsubscribe(
      new Request(url, {
        method,
        ...(method === 'POST'
          ? {
              body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
              headers: { 'Sec-Fetch-Site': 'cross-site' },
            }
          : {}),
      }),
      { params: {}, ip: '203.0.113.9', requestId: 'request-1' },
    );
  const settingsOf = async (person: Person) =>
    (await api.call('GET', '/api/inbox/settings', { cookie: person.cookie })).body as Record<string, unknown>;

  test('ends immediate mail with one click, without signing in, while the inbox still fills', async () => {
    await choose(ben, { mention: 'mail', reply: 'mail', person: 'digest' });
    await write(ann, hello());
    await write(ann, hello());
    const link = await linkFrom(ben);
    expect((await call('POST', link)).status).toBe(200);
    expect(await settingsOf(ben)).toMatchObject({ mention: 'inbox', reply: 'inbox', person: 'digest' });
    await run('mail', new Date(Date.now() + mailPauseMs + 1000));
    await write(ann, hello());
    expect(await noticesTo(ben)).toHaveLength(1);
    expect(await unreadCount(api.store.redis, ben.user.id, new Date())).toBe(3);
    expect((await call('POST', link)).status).toBe(200);
  });

  test('of a digest ends the digest, including kinds with default settings', async () => {
    await write(ann, hello());
    await run('digest', nextDigest(new Date()));
    expect((await call('POST', await linkFrom(ben))).status).toBe(200);
    expect(await settingsOf(ben)).toMatchObject({ mention: 'inbox', reply: 'inbox', comment: 'inbox' });
  });

  test('does nothing when it is only opened', async () => {
    await choose(ben, { mention: 'mail' });
    await write(ann, hello());
    const before = await api.dump();
    await call('GET', await linkFrom(ben));
    expect(await api.dump()).toEqual(before);
  });

  test('with an invalid token does nothing and says so', async () => {
    await choose(ben, { mention: 'mail' });
    await write(ann, hello());
    const link = await linkFrom(ben);
    const before = await api.dump();
    for (const broken of [link.slice(0, -3), link.replace(/token=.*/, ''), `${link}x`]) {
      expect((await call('POST', broken)).status).toBe(404);
    }
    expect(await api.dump()).toEqual(before);
  });
});
