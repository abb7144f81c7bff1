import { afterAll, beforeEach, expect, test } from 'vitest';
import unsubscribe from '../../../functions/pages.ts';
import { putCopy } from '../../../src/capture/server/store/copies.ts';
import { nextDigest, nextWeekly } from '../../../src/inbox/model/digest-time.ts';
import { sendDueReviews } from '../../../src/inbox/server/review-mail.ts';
import type { Person } from '../../support/api.ts';
import { startApiWithMail } from '../../support/api-with-mail.ts';
import { apiHelpers } from '../../support/api-helpers.ts';
import { tokenIn } from '../../support/servers/mailbox.ts';
import { origin } from '../../support/servers/origin.ts';

const { api, mailbox } = await startApiWithMail();
afterAll(() => api.stop());
let ann: Person;
let people = 0;
beforeEach(async () => {
  await api.store.redis.flushall();
  people += 1;
  ann = await api.signUp(`ann${people}`);
  await api.settled();
  const token = tokenIn((await mailbox.to(ann.user.email))[0], 'verify');
  expect((await api.call('POST', '/api/auth/verify', { body: { token } })).status).toBe(200);
});

const { ask, write } = apiHelpers(() => api);
const secret = 'a secret of the tests, long enough for all';
const run = (now: Date) => sendDueReviews(api.store.redis, secret, now, { messages: 100, ms: 60_000 });
const choose = (every: string) => ask(ann, 'PUT', '/api/inbox/review', { every });
const mails = async () =>
  (await mailbox.to(ann.user.email)).filter(({ subject }) => subject.includes('to look at again'));

async function highlight() {
  const url = 'https://pages.example/ink';
  const uuid = await write(ann, { title: 'On <ink>', url });
  const facts = { title: '', description: '', author: '', site: '', language: '', published: null, image: null };
  const copy = {
    url,
    at: new Date().toISOString(),
    facts: { ...facts, canonical: null },
    html: '<p>Ink</p>',
    minutes: 1,
  };
  await putCopy(api.store.redis, { uuid, authorId: ann.user.id, url }, copy);
  await ask(ann, 'POST', `/api/notes/${uuid}/highlights`, { quote: 'Ink & <b>', start: 0, comment: 'Mine\nalone' });
}

/** The first such mail at which a highlight made now is due. */
const after = (next: (now: Date) => Date) => next(new Date(Date.now() + 2 * 86_400_000));

test('due highlights are mailed as often as requested, once for any number of runs, with an unsubscribe link', async () => {
  await highlight();
  expect((await ask(ann, 'GET', '/api/inbox/review')).body).toEqual({ every: 'never' });
  expect(await run(after(nextWeekly))).toEqual({ sent: 0, taken: 0 });
  expect((await choose('often')).status).toBe(400);
  await choose('daily');
  const due = after(nextDigest);
  const runs = await Promise.all(Array.from({ length: 4 }, () => run(due)));
  expect(runs.reduce((sum, { sent }) => sum + sent, 0)).toBe(1);
  const [mail] = await mails();
  expect(mail?.subject).toBe('1 highlight to look at again on Commonplace');
  const place = /\/note\/copy\?uuid=\S+#highlight-\S+/.exec(mail?.text ?? '')?.[0] ?? 'none';
  expect(mail?.text).toContain(
    `“Ink & <b>”\nMine\nalone\n  On <ink>: ${origin}${place}\n\nReview it: ${origin}/user#review`,
  );
  expect(mail?.html).toContain('>Ink &amp; &lt;b&gt;</blockquote>');
  expect(mail?.html).toContain(`<a href="${origin}${place}">On &lt;ink&gt;</a>`);
  // A passage has its own text direction, and long words break on narrow screens.
  expect(mail?.html).toMatch(/<blockquote dir="auto".*<p dir="auto">Mine<br>alone<\/p>/);
  expect(mail?.html).toContain('<meta name="viewport"');
  const header = (name: string) => mail?.headers.find(({ key }) => key.toLowerCase() === name)?.value;
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const link = /<(.*)>/.exec(header('list-unsubscribe') ?? '')?.[1] ?? '';
  const ended = await unsubscribe(new Request(link, { method: 'POST' }), { params: {}, ip: '', requestId: '' });
  expect(ended.status).toBe(200);
  expect((await ask(ann, 'GET', '/api/inbox/review')).body).toEqual({ every: 'never' });
});

test('nothing is sent if nothing is due, and each choice replaces the one before', async () => {
  await choose('daily');
  await choose('weekly');
  expect((await ask(ann, 'GET', '/api/inbox/review')).body).toEqual({ every: 'weekly' });
  expect(await run(nextWeekly(new Date()))).toEqual({ sent: 0, taken: 1 });
  expect(await mails()).toEqual([]);
});
