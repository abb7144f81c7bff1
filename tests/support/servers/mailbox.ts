import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startMailbox, type CaughtMail, type Mailbox } from '../../../netlify/local/server/mailbox.ts';

export interface TestMailbox extends Mailbox {
  /** The mails to one address, newest first. */
  to(address: string): Promise<CaughtMail[]>;
}

/** A real SMTP server that stores its mails in a temporary folder. */
export async function testMailbox(): Promise<TestMailbox> {
  const dir = await mkdtemp(path.join(tmpdir(), 'commonplace-mail-'));
  const mailbox = await startMailbox(dir);
  return {
    ...mailbox,
    to: async (address) => (await mailbox.messages()).filter((mail) => mail.to === address),
    async stop() {
      await mailbox.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** A proxy to the mail server at `url` that holds connections until it is opened. */
export async function closedMailServer(url: string) {
  const opened = Promise.withResolvers<void>();
  const server = createServer((visitor) => {
    void opened.promise.then(() => visitor.pipe(connect(Number(new URL(url).port), '127.0.0.1')).pipe(visitor));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open: () => opened.resolve(),
    stop: () => void server.close(),
  };
}

/** The token in a mail's link to this page. */
export function tokenIn(mail: CaughtMail | undefined, page: 'verify' | 'reset' | 'undo'): string {
  const token = new RegExp(`/${page}\\?token=([\\w-]+)`).exec(mail?.text ?? '')?.[1];
  if (!token) throw new Error(`There is no link to /${page} in: ${mail?.text}`);
  return token;
}
