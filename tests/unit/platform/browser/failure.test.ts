import { describe, expect, test } from 'vitest';
import { type Failure, fieldError, sentenceFor } from '../../../../src/platform/browser/api.ts';

const now = new Date('2026-03-01T10:00:00Z');
const failure = (status: number, more: Partial<Failure> = {}): Failure => ({
  ok: false,
  status,
  problem: { title: 'Title', detail: 'Detail.' },
  ...more,
});

describe('a failure message', () => {
  test('says in how many seconds to retry', () => {
    expect(sentenceFor(failure(429, { retryAfter: 40 }), now)).toContain('in 40 seconds');
  });

  test('says in how many minutes and at what time to retry, if it takes long', () => {
    expect(sentenceFor(failure(429, { retryAfter: 3000 }), now)).toMatch(/in 50 minutes, at \d/);
  });

  test('names alternatives instead of a retry time if the response has any', () => {
    const errors = [{ path: '', message: 'Use a passkey.' }];
    const refused = failure(429, { retryAfter: 3000, problem: { title: 'Title', detail: 'Detail.', errors } });
    expect(sentenceFor(refused, now)).toBe('Use a passkey.');
  });

  test.each([0, 429, 503])('for %i says that typed text is still there, if there is any', (status) => {
    expect(sentenceFor(failure(status, { typed: true }), now)).toContain('What you typed is still here.');
    expect(sentenceFor(failure(status), now)).not.toContain('typed');
  });

  test('is otherwise the problem’s detail, title or general error', () => {
    expect(sentenceFor(failure(401), now)).toBe('Detail.');
    expect(sentenceFor(failure(401, { problem: { title: 'Title', detail: '' } }), now)).toBe('Title');
    const errors = [{ path: '', message: 'Send an object.' }];
    expect(sentenceFor(failure(400, { problem: { title: 'Title', detail: 'Detail.', errors } }), now)).toBe(
      'Send an object.',
    );
  });
});

test('a field shows its own errors and those of its entries, each once', () => {
  const errors = [
    { path: 'tags.0', message: 'Too long.' },
    { path: 'tags.3', message: 'Too long.' },
    { path: 'title', message: 'Missing.' },
    { path: 'tagsy', message: 'Unknown.' },
  ];
  const refused = failure(400, { problem: { title: '', detail: '', errors } });
  expect([fieldError(refused, 'tags'), fieldError(refused, 'title'), fieldError(refused, 'body')]).toEqual([
    'Too long.',
    'Missing.',
    undefined,
  ]);
});
