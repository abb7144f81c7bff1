import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { HttpError } from '../../../../src/platform/server/http/problem.ts';
import { checked, readJson } from '../../../../src/platform/server/http/read-json.ts';

const Thing = z.strictObject({
  name: z.string().min(2, 'A name has two letters or more.'),
  size: z.int().max(9).optional(),
  kind: z.enum(['a', 'b']).optional(),
  tags: z.array(z.string()).optional(),
});
const json = { 'Content-Type': 'application/json' };
const sent = (body: BodyInit | null, headers: Record<string, string> = json) =>
  new Request('https://x.example', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
const read = (body: BodyInit | null, headers?: Record<string, string>) => readJson(sent(body, headers), Thing, 64);
const refusal = (work: Promise<unknown>): Promise<HttpError> =>
  work.then(
    () => Promise.reject(new Error('was accepted')),
    (error: unknown) => (error instanceof HttpError ? error : Promise.reject(error as Error)),
  );
const errorsOf = (input: unknown, schema: z.ZodType = Thing) => {
  try {
    return checked(input, schema);
  } catch (error) {
    return (error as HttpError).extras.errors?.map(({ path, message }) => `${path}: ${message}`);
  }
};

describe('readJson', () => {
  test('returns the body as parsed by the schema', async () => {
    expect(await read('{"name":"ok"}')).toEqual({ name: 'ok' });
    expect(await read('{"name":"ok"}', { 'Content-Type': 'application/json; charset=utf-8' })).toEqual({ name: 'ok' });
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])(
    '%j is not JSON',
    async (type) => {
      expect(await refusal(read('{"name":"ok"}', { 'Content-Type': type }))).toMatchObject({ status: 415 });
    },
  );

  test('a body of exactly the limit is read, and one byte more is not', async () => {
    const name = (bytes: number) => JSON.stringify({ name: 'x'.repeat(bytes - 11) });
    expect(await read(name(64))).toMatchObject({ name: expect.any(String) as string });
    expect(await refusal(read(name(65)))).toMatchObject({ status: 413 });
  });

  test('a stream of unknown length is stopped at the limit', async () => {
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new TextEncoder().encode(' '.repeat(32)));
      },
    });
    expect(await refusal(read(endless))).toMatchObject({ status: 413 });
    expect(pulled).toBeLessThan(10);
  });

  test.each([
    ['{"name":"ok",}', /line 1, column 14/],
    ['{\n  "name" "ok"\n}', /line 2, column 10/],
    ['{"name":"o', /line 1, column 11/],
    ['', /it is empty/],
    ['name=ok', /name=ok/],
  ])('%j is malformed, and the response says where', async (body, where) => {
    const error = await refusal(read(body));
    expect(error.status).toBe(400);
    expect(error.detail).toMatch(/^The body is not valid JSON: /);
    expect(error.detail).toMatch(where);
  });

  test('invalid UTF-8 is refused', async () => {
    expect(await refusal(read(new Uint8Array([0x22, 0xff, 0x22])))).toMatchObject({ status: 400 });
  });

  test('half a surrogate pair becomes the replacement character', async () => {
    expect(await read('{"name":"a\\ud800"}')).toEqual({ name: 'a\ufffd' });
    expect(await refusal(read('{"name":"ok","a\\uDC00":1}'))).toMatchObject({
      extras: { errors: [{ path: 'a\ufffd' }] },
    });
  });

  test('a key named __proto__ affects nothing else', async () => {
    expect(await refusal(read('{"name":"ok","__proto__":{"size":1}}'))).toMatchObject({ status: 400 });
  });
});

describe('checked', () => {
  test.each<[unknown, string[]]>([
    [{}, ['name: This field is required.']],
    [{ name: 1 }, ['name: Send text here.']],
    [{ name: null }, ['name: Send text here.']],
    [{ name: 'x' }, ['name: A name has two letters or more.']],
    [{ name: 'ok', size: '3' }, ['size: Send a number here.']],
    [{ name: 'ok', size: 1.5 }, ['size: Send a whole number here.']],
    [{ name: 'ok', size: 10 }, ['size: Send at most 9.']],
    [{ name: 'ok', kind: 'c' }, ['kind: Send one of: a, b.']],
    [{ name: 'ok', tags: 'a' }, ['tags: Send a list here.']],
    [{ name: 'ok', tags: ['a', 2] }, ['tags.1: Send text here.']],
    [
      { name: 'ok', more: 1, other: 2 },
      ['more: This field is not known. Remove it.', 'other: This field is not known. Remove it.'],
    ],
    [[], [': Send a JSON object here.']],
    [null, [': Send a JSON object here.']],
    ['text', [': Send a JSON object here.']],
  ])('%j is refused with %j', (input, errors) => {
    expect(errorsOf(input)).toEqual(errors);
  });

  const Act = z.discriminatedUnion('act', [
    z.object({ act: z.literal('keep'), id: z.uuid() }),
    z.object({ act: z.literal('end'), at: z.iso.datetime() }),
  ]);
  test.each<[unknown, string[]]>([
    [{}, ['act: This field is required.']],
    [{ act: 'x' }, ['act: Send one of: keep, end.']],
    [{ act: 'keep', id: 'x' }, ['id: Send an id (a UUID) here.']],
    [{ act: 'end', at: 'today' }, ['at: Send a time like 2026-05-17T08:00:00Z here.']],
  ])('%j of several kinds is refused with %j', (input, errors) => {
    expect(errorsOf(input, Act)).toEqual(errors);
  });

  test('at most a hundred errors are reported', () => {
    const many = Array.from({ length: 5000 }, (_, at) => at);
    expect(errorsOf({ name: 'ok', tags: many })).toHaveLength(100);
    expect(errorsOf({ name: 'ok', ...Object.fromEntries(many.map((at) => [`field${at}`, at])) })).toHaveLength(100);
  });

  test('the detail names the invalid fields', () => {
    expect(() => checked({ size: 'x' }, Thing)).toThrow('Correct and send again: name, size.');
  });
});
