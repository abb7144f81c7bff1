import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { securityHeaders } from '../../../../src/platform/server/http/html.ts';

test('functions and files send the same security headers', async () => {
  const toml = await readFile(path.resolve(import.meta.dirname, '../../../../netlify.toml'), 'utf8');
  const { headers } = parse(toml) as { headers: { for: string; values: Record<string, string> }[] };
  const everywhere = headers.find((rule) => rule.for === '/*')?.values;
  expect({ ...everywhere }).toEqual({ ...securityHeaders, 'Cache-Control': 'public, max-age=0, must-revalidate' });
});

test('https is required of this host, but of none of its subdomains', () => {
  expect(securityHeaders['Strict-Transport-Security']).toBe('max-age=63072000');
});
