import { describe, expect, test } from 'vitest';
import { isSameOrigin } from '../../../../src/platform/server/http/endpoint.ts';

const site = 'https://commonplace.dev';
const sent = (headers: Record<string, string>, url = `${site}/api/notes`) =>
  new Request(url, { method: 'POST', headers });

describe('isSameOrigin', () => {
  test.each<Record<string, string>>([
    { 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'same-origin', Origin: site },
    { Origin: site },
    { 'Sec-Fetch-Site': 'none', Origin: site },
  ])('%j is the same origin', (headers) => {
    expect(isSameOrigin(sent(headers), site)).toBe(true);
  });

  test.each<Record<string, string>>([
    {},
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: `${site}.evil.example` },
    { Origin: 'http://commonplace.dev' },
    { Origin: `${site}:8443` },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'none' },
    { 'Sec-Fetch-Site': 'cross-site', Origin: site },
    { Referer: `${site}/new` },
  ])('%j is not', (headers) => {
    expect(isSameOrigin(sent(headers), site)).toBe(false);
  });

  test('the address of the request also counts, as in a deploy preview', () => {
    const preview = 'https://deploy-preview-1--commonplace.netlify.app';
    expect(isSameOrigin(sent({ Origin: preview }, `${preview}/api/notes`), site)).toBe(true);
  });
});
