import { expect, test } from 'vitest';
import {
  fieldsFromQuery,
  mayBecomeAddress,
  typedAddress,
  fillingEmptyFields,
} from '../../../src/writing/browser/note-fields.ts';

const from = (query: Record<string, string>) => fieldsFromQuery(`?${new URLSearchParams(query)}`);

test('a share with its link at the end of the text fills in the link', () => {
  const url = 'https://example.org/a?b=c';
  expect(from({ text: url })).toMatchObject({ url, body: '' });
  expect(from({ title: 'A', text: `Worth reading:\n${url}` })).toMatchObject({
    title: 'A',
    url,
    body: 'Worth reading:',
  });
  expect(from({ text: `${url} says so` })).toMatchObject({ url: '', body: `${url} says so` });
  expect(from({ url, text: 'See https://example.org/b' })).toMatchObject({ url, body: 'See https://example.org/b' });
  expect(from({ text: 'xhttps://example.org' })).toMatchObject({ url: '' });
});

test('page details fill in only empty fields', () => {
  const found = { title: 'Found', body: '> Found\n\n' };
  expect(fillingEmptyFields(from({}), found)).toEqual(found);
  expect(fillingEmptyFields(from({ title: 'Typed', text: ' ' }), found)).toEqual({ body: '> Found\n\n' });
  expect(fillingEmptyFields(from({ text: 'Typed' }), { title: '', body: '' })).toEqual({});
});

test('addresses and titles are told apart', () => {
  expect(typedAddress(' https://example.org/a ')).toBe('https://example.org/a');
  expect(typedAddress('www.example.org')).toBe('https://www.example.org');
  expect(typedAddress('example.org/a')).toBe('https://example.org/a');
  for (const title of ['', 'Node.js', 'and/or', 'https://', 'https://a b', 'javascript:alert(1)']) {
    expect(typedAddress(title), title).toBeUndefined();
  }
});

test('typed text may become an address until it cannot be one any more', () => {
  for (const typed of ['', 'h', 'https', 'https://exam', 'www.']) expect(mayBecomeAddress(typed), typed).toBe(true);
  for (const typed of ['ho', 'https is', 'Why', 'wwx']) expect(mayBecomeAddress(typed), typed).toBe(false);
});
