import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { loadSettings, sentenceFor } from '../../../netlify/local/settings.ts';

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

test('a .env with Windows line ends and a mark at its beginning is read, and misspelt names in it are reported', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'commonplace-settings-'));
  const [warned, before] = [vi.spyOn(console, 'warn').mockImplementation(() => undefined), process.env];
  vi.spyOn(process, 'cwd').mockReturnValue(dir);
  onTestFinished(async () => {
    vi.restoreAllMocks();
    process.env = before;
    await rm(dir, { recursive: true });
  });
  const file = path.join(dir, '.env');
  process.env = { SITE_NAME: 'Set before' };
  await writeFile(
    file,
    '\uFEFFSITE_URL=https://a.example\r\nBACKUP_RECIPENT="age1"\r\nSITE_NAME=b\r\nNODE_OPTIONS=\r\n',
  );
  loadSettings();
  expect(process.env).toMatchObject({ SITE_URL: 'https://a.example', SITE_NAME: 'Set before' });
  expect(warned.mock.calls).toEqual([
    [expect.stringMatching(/^\.env names BACKUP_RECIPENT, which is no setting: .*\.$/)],
  ]);
  await writeFile(file, Buffer.from('SITE_URL=https://a.example', 'utf16le'));
  expect(() => loadSettings()).toThrow('.env is not written in UTF-8: save it as that.');
  await rm(file);
  await mkdir(file);
  expect(() => loadSettings()).toThrow(/^\.env cannot be read: .*\.$/);
});

test('a full disk, a folder of another user and a misspelt option are reported in one sentence each', () => {
  const failing = (code: string, message: string) => Object.assign(new Error(message), { code });
  expect(sentenceFor(failing('ENOSPC', 'ENOSPC: no space left on device, write'))).toMatch(
    /^The disk has no room left/,
  );
  expect(sentenceFor(failing('EACCES', "EACCES: permission denied, open '/a'"))).toMatch(/^This user may not do that/);
  expect(sentenceFor(failing('ERR_PARSE_ARGS_UNKNOWN_OPTION', "Unknown option '--kye'."))).toBe(
    "Unknown option '--kye'.",
  );
});
