import { hash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { RequestLine } from './http.ts';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

const style = `
  @view-transition { navigation: auto; }
  :root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif; }
  body { max-width: 44rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; overflow-wrap: anywhere; }
  h1 { font-size: 1.5rem; line-height: 1.25; }
  ol { list-style: none; padding: 0; }
  li { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
  li a { display: grid; padding: 0.75rem 0; color: inherit; text-decoration: none; }
  li a:hover strong { text-decoration: underline; }
  .small { font-size: 0.875rem; opacity: 0.75; }
  pre { font: inherit; white-space: pre-wrap; padding: 1rem 1.25rem; border-radius: 0.5rem;
        background: color-mix(in srgb, currentColor 7%, transparent); }
`;
const styleHash = `'sha256-${hash('sha256', style, 'base64')}'`;

/** Whether this path is /_mail or below it. */
export const isMailboxPath = (pathname: string) => /^\/_mail(\/|$)/.test(pathname);

/**
 * The answer for /_mail and paths below it: the list of caught messages, a message, or only its HTML part. Undefined for
 * other paths.
 */
export async function mailboxPage({ messages }: Mailbox, request: RequestLine): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  if (!isMailboxPath(pathname)) return undefined;
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return new Response(null, { status: 405, headers: { Allow: 'GET, HEAD' } });
  }
  const [, id, part] = /^\/_mail(?:\/([a-z0-9-]+)(\.html)?)?$/.exec(pathname) ?? [];
  if (id === undefined && pathname !== '/_mail') return missing();
  const all = await messages();
  if (id === undefined) return page(200, 'Caught mail', listOf(all));
  const mail = all.find((one) => one.id === id);
  if (!mail || (part && mail.html === undefined)) {
    return missing();
  }
  return part ? htmlPart(mail.html ?? '') : page(200, mail.subject, messageOf(mail));
}

function missing(): Response {
  return page(404, 'No such message', '<p><a href="/_mail">All caught mail</a></p>');
}

function listOf(all: CaughtMail[]): string {
  const why = '<p>Nothing leaves this machine: what the site sends is kept here.</p>';
  if (all.length === 0) return `${why}<p>No mail yet.</p>`;
  const items = all.map(
    ({ id, subject, to, at }) =>
      `<li><a href="/_mail/${id}"><strong>${escaped(subject)}</strong><span class="small">to ${escaped(to)}, ${when(at)}</span></a></li>`,
  );
  return `${why}<ol>${items.join('')}</ol>`;
}

function messageOf({ id, from, to, at, text, html }: CaughtMail): string {
  const asHtml = html === undefined ? '' : `<p><a href="/_mail/${id}.html">As HTML</a></p>`;
  return `<p class="small">from ${escaped(from)}<br>to ${escaped(to)}<br>${when(at)}</p><pre>${linked(text)}</pre>${asHtml}
    <p><a href="/_mail">All caught mail</a></p>`;
}

function page(status: number, title: string, content: string): Response {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
    <style>${style}</style></head><body><main><h1>${escaped(title)}</h1>${content}</main></body></html>`;
  return answer(status, html, `default-src 'none'; style-src ${styleHash}; frame-ancestors 'none'`);
}

/** The content of a message may neither run scripts nor load anything. */
function htmlPart(html: string): Response {
  return answer(200, html, "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; img-src data:");
}

function answer(status: number, html: string, policy: string): Response {
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policy,
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

function linked(text: string): string {
  return escaped(text).replace(
    /https?:\/\/[^\s<>]+[^\s<>.,;:!?)]/g,
    (address) => `<a href="${address}">${address}</a>`,
  );
}

function when(at: Date): string {
  return `<time datetime="${at.toISOString()}">${at.toISOString().slice(0, 19).replace('T', ' ')} UTC</time>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

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
  /** The address that accepts mail, in the form of SMTP_URL. */
  url: string;
  /** The caught messages, newest first. */
  messages: () => Promise<CaughtMail[]>;
  stop(): Promise<void>;
}

const maxMessages = 200;
const maxBytes = 1024 * 1024;

/**
 * Accepts mail by SMTP on a loopback port and delivers it to nobody: the newest 200 messages are stored in `dir` as files.
 * For this machine only; the site in production sends real mail and has no mailbox.
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

/** Ids sort by time, and by arrival within a millisecond. The oldest messages are deleted. */
async function keep(dir: string, bytes: Buffer): Promise<void> {
  const name = `${Date.now().toString(36)}-${String(++arrivals).padStart(6, '0')}.eml`;
  await writeFile(path.join(dir, `.${name}`), bytes, { mode: 0o600 });
  await rename(path.join(dir, `.${name}`), path.join(dir, name));
  const surplus = (await fileNames(dir)).slice(0, -maxMessages);
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
