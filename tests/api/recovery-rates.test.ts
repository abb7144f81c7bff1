import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type Api } from '../support/api.ts';
import { testMailbox, type TestMailbox } from '../support/mailbox.ts';

let mailbox: TestMailbox;
let api: Api;
beforeAll(async () => {
  mailbox = await testMailbox();
  api = await startApi({ SMTP_URL: mailbox.url, RATE_LIMIT_SCALE: '1' });
});
afterAll(async () => {
  await api.stop();
  await mailbox.stop();
});

const forgot = (email: string, ip: string) => api.call('POST', '/api/auth/forgot', { body: { email }, ip });

test('one address gets four mails an hour, whoever asks, and the answers do not tell', async () => {
  const { user } = await api.signUp('flooded');
  await api.settled();
  const before = (await mailbox.to(user.email)).length;
  for (let turn = 0; turn < 7; turn += 1) {
    expect((await forgot(user.email, `203.0.113.${turn}`)).status).toBe(202);
  }
  await api.settled();
  expect(await mailbox.to(user.email)).toHaveLength(before + 4);
});

test('whoever asks too often is told when to come back', async () => {
  const statuses = [];
  for (let turn = 0; turn < 11; turn += 1) statuses.push((await forgot(`a${turn}@example.org`, '198.51.100.1')).status);
  expect(statuses).toEqual([...Array<number>(10).fill(202), 429]);
  const refused = await forgot('b@example.org', '198.51.100.1');
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3000);
});

test('tokens cannot be guessed at will', async () => {
  const guess = () => api.call('POST', '/api/auth/verify', { body: { token: 'a'.repeat(43) }, ip: '198.51.100.2' });
  for (let turn = 0; turn < 30; turn += 1) expect((await guess()).status).toBe(410);
  expect((await guess()).status).toBe(429);
});
