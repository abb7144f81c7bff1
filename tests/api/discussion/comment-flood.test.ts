import { expect, test } from 'vitest';
import { startApi } from '../../support/api.ts';
import { discussionApi } from '../../support/browser/discussion-api.ts';

test('too many comments are refused with the time to come back, and nothing is written', async () => {
  const api = await startApi({ RATE_LIMIT_SCALE: '0.4' });
  try {
    const { noteBy, say, thread } = discussionApi(() => api);
    const ada = await api.signUp('ada');
    const grace = await api.signUp('grace');
    const uuid = await noteBy(ada);
    const answers = await Promise.all(Array.from({ length: 17 }, (_, index) => say(ada, uuid, `n${index}`)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(12);
    expect(refused).toHaveLength(5);
    const seconds = Number(refused[0]?.headers.get('Retry-After'));
    expect(seconds).toBeGreaterThan(500);
    expect(seconds).toBeLessThanOrEqual(600);
    expect(refused[0]?.body.detail).toMatch(/Nothing was changed. Try again in \d+ minutes/);
    expect((await thread(uuid)).body.count).toBe(12);
    expect((await say(grace, uuid, 'Others go on.')).status).toBe(201);
  } finally {
    await api.settled();
    await api.stop();
  }
});
