import { once } from 'node:events';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A message as it arrived. */
export interface CaughtMail {
  id: string;
  to: string;
  from: string;
  subject: string;
  at: Date;
  text: string;
  html: string | undefined;
  headers: { key: string; value: string }[];
}

export interface Mailbox {
  /** Where mail is handed in, as SMTP_URL wants it. */
  url: string;
  /** What was caught, the newest first. */
  messages: () => Promise<CaughtMail[]>;
  stop(): Promise<void>;
}

const kept = 200;
const maxBytes = 1024 * 1024;

/**
 * Takes mail by SMTP on a loopback port and delivers it to nobody: the newest 200 messages stay in `dir` as files. For
 * this machine alone; the site in production sends real mail and has no mailbox.
 */
export async function startMailbox(dir: string): Promise<Mailbox> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: maxBytes,
    disableReverseLookup: true,
    logger: false,
    onData(stream, _session, done) {
      buffer(stream)
        .then((bytes) =>
          stream.sizeExceeded ? Promise.reject(new Error('The message is too large.')) : keep(dir, bytes),
        )
        .then(
          () => done(),
          (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
        );
    },
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    messages: async () => {
      const read = async (name: string) => readMail(name, await readFile(path.join(dir, name)));
      return Promise.all((await fileNames(dir)).reverse().map(read));
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

let arrivals = 0;

/** Ids sort by time, and by arrival within a millisecond. The oldest messages give way. */
async function keep(dir: string, bytes: Buffer): Promise<void> {
  const name = `${Date.now().toString(36)}-${String(++arrivals).padStart(6, '0')}.eml`;
  await writeFile(path.join(dir, `.${name}`), bytes, { mode: 0o600 });
  await rename(path.join(dir, `.${name}`), path.join(dir, name));
  const surplus = (await fileNames(dir)).slice(0, -kept);
  await Promise.all(surplus.map((old) => rm(path.join(dir, old), { force: true })));
}

async function fileNames(dir: string): Promise<string[]> {
  return (await readdir(dir)).filter((name) => /^[a-z0-9].*\.eml$/.test(name)).sort();
}

async function readMail(name: string, bytes: Buffer): Promise<CaughtMail> {
  const email: Email = await PostalMime.parse(bytes);
  return {
    id: path.parse(name).name,
    to: (email.to ?? []).map((one) => one.address ?? '').join(', '),
    from: email.from?.address ?? '',
    subject: email.subject ?? '',
    at: new Date(Number.parseInt(name, 36)),
    text: email.text ?? '',
    html: email.html,
    headers: email.headers.map(({ key, value }) => ({ key, value })),
  };
}
