import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startMailbox, type Mailbox, mailboxPage } from '../../../netlify/local/server/mailbox.ts';
import { sendMail, type Mail } from '../../../src/platform/server/mail.ts';

let dir: string;
let mailbox: Mailbox;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'commonplace-mail-'));
  mailbox = await startMailbox(dir);
  Object.assign(process.env, {
    SITE_URL: 'https://commonplace.example',
    UPSTASH_REDIS_REST_URL: 'http://127.0.0.1:1',
    UPSTASH_REDIS_REST_TOKEN: 'none',
    SESSION_SECRET: 'a secret of the tests, long enough for all',
    SMTP_URL: mailbox.url,
  });
});
afterAll(async () => {
  await mailbox.stop();
  await rm(dir, { recursive: true, force: true });
});

const mail = (fields: Partial<Mail> = {}): Mail => ({
  to: 'ada@example.org',
  subject: 'Grüße, and a 本',
  text: 'One line.\n\nhttps://commonplace.example/verify?token=abc',
  ...fields,
});
const newest = async () => (await mailbox.messages())[0];
const shown = (at: string) => mailboxPage(mailbox, new Request(`http://localhost${at}`));

test('a message arrives as written, from the site’s own address', async () => {
  await sendMail(
    mail({ headers: { 'List-Unsubscribe': '<https://commonplace.example/out>' }, html: '<p>One line.</p>' }),
  );
  expect(await newest()).toMatchObject({
    to: 'ada@example.org',
    from: 'no-reply@commonplace.example',
    subject: 'Grüße, and a 本',
    text: expect.stringContaining('/verify?token=abc'),
    html: expect.stringContaining('<p>One line.</p>'),
    headers: expect.arrayContaining([
      { key: 'list-unsubscribe', value: '<https://commonplace.example/out>' },
      { key: 'auto-submitted', value: 'auto-generated' },
    ]),
  });
});

test.each([
  ['a subject', { subject: 'Hello\r\nBcc: eve@example.org' }],
  ['a header', { headers: { 'X-Note': 'x\r\nBcc: eve@example.org' } }],
  ['an address', { to: 'ada@example.org\r\nBcc: eve@example.org' }],
])('line breaks in %s cannot inject headers', async (_, fields) => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const before = (await mailbox.messages()).length;
  await sendMail(mail(fields));
  for (const { headers, to } of (await mailbox.messages()).slice(0, -before || undefined)) {
    expect(headers.map(({ key }) => key)).not.toContain('bcc');
    expect(to).not.toContain('eve');
  }
});

test('two addresses in one field are not two recipients', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const before = (await mailbox.messages()).length;
  await sendMail(mail({ to: 'ada@example.org, eve@example.org' }));
  const since = (await mailbox.messages()).slice(0, (await mailbox.messages()).length - before);
  expect(since.map(({ to }) => to)).not.toContain('eve@example.org');
});

test('a failing mail server makes no request fail, and the log contains neither the address nor the text', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const other = await startMailbox(dir);
  await other.stop();
  const { SMTP_URL } = process.env;
  const { environment } = await import('../../../src/platform/server/env.ts');
  Object.assign(environment(), { SMTP_URL: other.url });
  await expect(sendMail(mail({ subject: 'Not sent' }))).resolves.toBeUndefined();
  Object.assign(environment(), { SMTP_URL: undefined });
  await expect(sendMail(mail({ subject: 'Not sent' }))).resolves.toBeUndefined();
  Object.assign(environment(), { SMTP_URL });
  const lines = warned.mock.calls.map(([line]) => String(line));
  expect(lines).toEqual([expect.stringContaining('ECONNREFUSED'), expect.stringContaining('SMTP_URL is not set')]);
  expect(lines.join()).not.toMatch(/ada@|abc/);
});

test('/_mail lists caught messages, newest first, and shows each with its links and without its markup', async () => {
  await sendMail(mail({ subject: 'The <b>newest</b>', text: 'See https://a.example/x?a=1&b=2. <script>1</script>' }));
  const list = (await (await shown('/_mail'))?.text()) ?? '';
  expect(list).toContain('The &lt;b&gt;newest&lt;/b&gt;');
  const first = /href="(\/_mail\/[^"]+)"/.exec(list)?.[1] ?? '';
  const page = await shown(first);
  const html = (await page?.text()) ?? '';
  expect(html).toContain('<a href="https://a.example/x?a=1&amp;b=2">');
  expect(html).not.toContain('<script>');
  expect(page?.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'/);
  expect((await shown('/_mail/none-such'))?.status).toBe(404);
  expect(await shown('/_mailer')).toBeUndefined();
});

test('the newest 200 messages are stored', async () => {
  await Promise.all(Array.from({ length: 205 }, () => sendMail(mail())));
  await sendMail(mail({ subject: 'The last' }));
  expect(await readdir(dir)).toHaveLength(200);
  expect((await newest())?.subject).toBe('The last');
});
