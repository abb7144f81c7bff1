import { describe, expect, test } from 'vitest';
import { type Failure, fieldError, sentenceFor } from '../../../../src/platform/browser/api.ts';

const now = new Date('2026-03-01T10:00:00Z');
const failure = (status: number, more: Partial<Failure> = {}): Failure => ({
  ok: false,
  status,
  problem: { title: 'Title', detail: 'Detail.' },
  ...more,
});

describe('the sentence of a failure', () => {
  test('says after how many seconds to come back', () => {
    expect(sentenceFor(failure(429, { retryAfter: 40 }), now)).toContain('in 40 seconds');
  });

  test('says in how many minutes and when, if it takes long', () => {
    expect(sentenceFor(failure(429, { retryAfter: 3000 }), now)).toMatch(/in 50 minutes, at \d/);
  });

  test('names the ways that are left where the answer does, instead of when to come back', () => {
    const errors = [{ path: '', message: 'Use a passkey.' }];
    const refused = failure(429, { retryAfter: 3000, problem: { title: 'Title', detail: 'Detail.', errors } });
    expect(sentenceFor(refused, now)).toBe('Use a passkey.');
  });

  test.each([0, 429, 503])('of %i says that what was typed is still there, and only where something was', (status) => {
    expect(sentenceFor(failure(status, { typed: true }), now)).toContain('What you typed is still here.');
    expect(sentenceFor(failure(status), now)).not.toContain('typed');
  });

  test('is the detail of the problem otherwise, or its title, or what is wrong with the whole', () => {
    expect(sentenceFor(failure(401), now)).toBe('Detail.');
    expect(sentenceFor(failure(401, { problem: { title: 'Title', detail: '' } }), now)).toBe('Title');
    const errors = [{ path: '', message: 'Send an object.' }];
    expect(sentenceFor(failure(400, { problem: { title: 'Title', detail: 'Detail.', errors } }), now)).toBe(
      'Send an object.',
    );
  });
});

test('a field has its own errors and those of its entries, each once', () => {
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
