import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadSettings } from '../../../netlify/local/settings.ts';

test('a setting can be read from the file in its _FILE variable, and other variables stay unchanged', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'commonplace-settings-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  const file = path.join(dir, 'secret');
  await writeFile(file, 'smtps://me:secret@mail.example.org\n');
  const env: NodeJS.ProcessEnv = { SMTP_URL_FILE: file, ANOTHER_FILE: file };
  loadSettings(env);
  expect(env).toEqual({ SMTP_URL: 'smtps://me:secret@mail.example.org', ANOTHER_FILE: file });
});

test('an unreadable file, and a setting given twice, are reported in one sentence each', () => {
  expect(() => loadSettings({ SMTP_URL_FILE: '/nowhere/at/all' })).toThrow(
    /^SMTP_URL_FILE names \/nowhere\/at\/all, which cannot be read: .*\.$/,
  );
  expect(() => loadSettings({ SMTP_URL: 'smtp://a', SMTP_URL_FILE: '/nowhere' })).toThrow(/both set: keep one/);
});
