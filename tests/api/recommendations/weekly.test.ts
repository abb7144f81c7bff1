import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import unsubscribe from '../../../functions/pages.ts';
import { nextWeekly } from '../../../src/inbox/model/digest-time.ts';
import { sendDueWeekly } from '../../../src/recommendations/server/weekly.ts';
import { defaultPassword, type Person } from '../../support/api.ts';
import { startApiWithMail } from '../../support/api-with-mail.ts';
import { apiHelpers } from '../../support/api-helpers.ts';
import { tokenIn } from '../../support/servers/mailbox.ts';
import { origin } from '../../support/servers/origin.ts';

const { api, mailbox } = await startApiWithMail();
afterAll(() => api.stop());
let ann: Person;
let ben: Person;
let people = 0;
beforeEach(async () => {
  await api.store.redis.flushall();
  people += 1;
  ann = await api.signUp(`ann${people}`);
  ben = await api.signUp(`ben${people}`);
  await api.settled();
  const token = tokenIn((await mailbox.to(ben.user.email))[0], 'verify');
  expect((await api.call('POST', '/api/auth/verify', { body: { token } })).status).toBe(200);
});

const { ask, write } = apiHelpers(() => api);
const secret = 'a secret of the tests, long enough for all';
const limits = { messages: 100, ms: 60_000 };
const run = (now: Date) => sendDueWeekly(api.store.redis, secret, now, limits);
const choose = (person: Person, weekly: boolean) => ask(person, 'PUT', '/api/for-you/weekly', { weekly });
const chosen = async (person = ben) => (await ask<{ weekly: boolean }>(person, 'GET', '/api/for-you/weekly')).body;
const mailTo = async ({ user }: Person) =>
  (await mailbox.to(user.email)).filter(({ subject }) => subject.startsWith('Your week'));

describe('the weekly mail', () => {
  test('contains my best recommendations of the week with reasons and unsubscribe links', async () => {
    expect(await chosen()).toEqual({ weekly: false });
    await choose(ben, true);
    expect(await chosen()).toEqual({ weekly: true });
    await ask(ben, 'PUT', '/api/follows/tag/tea');
    await write(ann, { title: 'On <tea> & ink', body: 'Hot water.', tags: ['tea'] });
    const due = nextWeekly(new Date());
    expect(await run(new Date(due.getTime() - 1))).toEqual({ sent: 0, taken: 0 });
    expect(await run(due)).toEqual({ sent: 1, taken: 1 });
    const [mail, ...others] = await mailTo(ben);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Your week on Commonplace: “On <tea> & ink”');
    expect(mail?.text).toContain(`Hot water.\nBecause you follow #tea\n${origin}/note/detail/`);
    expect(mail?.html).toContain('On &lt;tea&gt; &amp; ink</a>');
    const header = (name: string) => mail?.headers.find(({ key }) => key.toLowerCase() === name)?.value;
    expect(header('list-unsubscribe')).toMatch(new RegExp(`^<${origin}/unsubscribe\\?token=[\\w.-]+>$`));
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  });

  test('is sent once a week, for any number of runs, and again the week after', async () => {
    await choose(ben, true);
    await write(ann, { title: 'Of this week' });
    const due = nextWeekly(new Date());
    const runs = await Promise.all(Array.from({ length: 5 }, () => run(due)));
    expect(runs.reduce((sum, { sent }) => sum + sent, 0)).toBe(1);
    expect(await mailTo(ben)).toHaveLength(1);
    expect(await run(nextWeekly(due))).toEqual({ sent: 0, taken: 1 });
  });

  test('is not sent without anything new, to unverified addresses, or without a subscription', async () => {
    const due = nextWeekly(new Date());
    await choose(ben, true);
    await choose(ann, true);
    expect(await run(due)).toEqual({ sent: 0, taken: 2 });
    await choose(ben, false);
    await write(ben, { title: 'For somebody' });
    expect(await run(nextWeekly(due))).toEqual({ sent: 0, taken: 1 });
    expect([...(await mailTo(ben)), ...(await mailTo(ann))]).toEqual([]);
  });

  test('is ended by its link, from anywhere and without signing in', async () => {
    await choose(ben, true);
    await write(ann, { title: 'Read this' });
    await run(nextWeekly(new Date()));
    const address = /http\S+unsubscribe\?token=\S+/.exec((await mailTo(ben))[0]?.text ?? '')?.[0] ?? '';
    const context = { params: {}, ip: '', requestId: '' };
    const answer = await unsubscribe(new Request(address, { method: 'POST' }), context);
    expect(answer.status).toBe(200);
    expect(await chosen()).toEqual({ weekly: false });
  });

  test('is in the account download, and is deleted with the account', async () => {
    await choose(ben, true);
    expect((await ask<{ weekly: boolean }>(ben, 'GET', '/api/account/data')).body.weekly).toBe(true);
    const gone = await ask(ben, 'POST', '/api/account/deletion', { current: defaultPassword, writings: 'remove' });
    await api.settled();
    expect(gone.status).toBe(200);
    expect(JSON.stringify([...(await api.dump())].filter(([name]) => name.startsWith('notices:')))).not.toContain(
      ben.user.id,
    );
  });

  test('is refused to visitors and for invalid settings', async () => {
    expect((await ask(undefined, 'PUT', '/api/for-you/weekly', { weekly: true })).status).toBe(401);
    expect((await ask(ben, 'PUT', '/api/for-you/weekly', { weekly: 'often' })).status).toBe(400);
  });
});
