import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { points, quotes, modelReply, startModelReading } from '../../support/model-reading.ts';
import type { Behaviour } from '../../support/servers/model-server.ts';

let reading: Awaited<ReturnType<typeof startModelReading>>;

beforeAll(async () => {
  reading = await startModelReading();
});
afterAll(() => reading.stop());
beforeEach(async () => {
  await reading.reset();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

const [first, second, third] = points;
const rubbish: [string, Behaviour][] = [
  ['an answer that is no JSON', { says: ['I cannot help with that.'] }],
  ['an empty answer', { says: [''] }],
  ['another form', modelReply({ summary: 'Books.' })],
  ['two points', modelReply({ points: [first, second] })],
  ['four points', modelReply({ points: [...points, { text: 'One more of them.', quote: quotes[0] }] })],
  [
    'a quote that does not stand there',
    modelReply({ points: [first, second, { ...third, quote: 'Nobody wrote this.' }] }),
  ],
  ['the same point twice', modelReply({ points: [first, second, first] })],
  [
    'an address in a point',
    modelReply({ points: [first, second, { ...third, text: 'Go to https://evil.example now.' }] }),
  ],
  ['a picture in a point', modelReply({ points: [first, second, { ...third, text: 'See ![this](x) for more.' }] })],
  ['HTML in a point', modelReply({ points: [first, second, { ...third, text: 'A <b>bold</b> claim of it.' }] })],
  ['a call of a tool that nobody offered', { toolCall: 'deleteNotes' }],
];

test.each(rubbish)(
  'after %s the extracted key points stay, and the text is sent exactly once more',
  async (_, behaviour) => {
    const uuid = await reading.write();
    reading.model.behave(behaviour);
    expect(await reading.run()).toEqual({ written: [], asked: 1 });
    expect(await reading.aidOf(uuid)).toMatchObject({ engine: 'extract' });
    expect(await reading.run()).toEqual({ written: [], asked: 1 });
    await reading.edit(uuid, { tags: ['books'] });
    expect((await reading.run()).asked).toBe(0);
    expect(console.warn).toHaveBeenCalledTimes(2);
  },
);

test('after one unusable response, the next valid one is used', async () => {
  const uuid = await reading.write();
  reading.model.behave(modelReply({ summary: 'Books.' }));
  expect(await reading.run()).toEqual({ written: [], asked: 1 });
  reading.model.behave(modelReply({ points }));
  expect(await reading.run()).toEqual({ written: [uuid], asked: 1 });
  expect(await reading.aidOf(uuid)).toMatchObject({ engine: 'model' });
});

const failures: [string, Behaviour][] = [
  ['429 with Retry-After', { status: 429, retryAfter: 1234 }],
  ['500', { status: 500 }],
  ['401', { status: 401 }],
  ['a connection that is cut', { cutAfter: ['{"points"'] }],
  ['invalid JSON of the provider', { invalidAfter: ['{"points"'] }],
  ['no answer in time', 'silent'],
];

test.each(failures)(
  'after %s the extracted key points stay, the model gets a pause, and is tried again later',
  async (what, behaviour) => {
    const uuid = await reading.write();
    reading.model.behave(behaviour);
    expect(await reading.run(behaviour === 'silent' ? 200 : undefined)).toEqual({ written: [], asked: 1 });
    expect(await reading.aidOf(uuid)).toMatchObject({ engine: 'extract' });
    expect(await reading.run()).toEqual({ written: [], asked: 0 });
    expect(console.warn).toHaveBeenCalledTimes(1);
    const pause = await reading.api.store.redis.ttl(keys.modelPause);
    if (what.startsWith('429')) expect(pause).toBeGreaterThan(1_000);
    else expect(pause).toBeGreaterThan(100);
    await reading.api.store.redis.del(keys.modelPause);
    reading.model.behave(modelReply({ points }));
    expect(await reading.run()).toEqual({ written: [uuid], asked: 1 });
  },
);

test('a text that fails three times does not block those after it', async () => {
  await reading.write();
  reading.model.behave({ status: 400 });
  for (const _ of [1, 2, 3]) {
    await reading.run();
    await reading.api.store.redis.del(keys.modelPause);
  }
  const next = await reading.write();
  reading.model.behave(modelReply({ points }));
  expect(await reading.run()).toEqual({ written: [next], asked: 1 });
});
