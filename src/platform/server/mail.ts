import { environment, type Environment } from './env.ts';
import { log } from './log.ts';
import { causeOf } from '../model/cause.ts';

/** One message to one person. `to` is a plain address; `headers` are further ones, such as List-Unsubscribe. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  headers?: Record<string, string>;
}

/** The HTML of a message around its parts, with lines of a readable length on any screen. */
export function htmlMail(...parts: string[]): string {
  const style = 'max-width:36rem;margin:0 auto;padding:1rem;font:1rem/1.5 sans-serif;overflow-wrap:anywhere';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"></head><body style="${style}">${parts.join('')}</body></html>`;
}

const timeoutMs = 8_000;

/**
 * Sends a message through the configured SMTP server. Never throws: callers can do nothing about a failing mail server, so
 * the failure is logged, without the address and the text. Without SMTP_URL nothing is sent, which is logged too.
 */
export async function sendMail(mail: Mail): Promise<void> {
  const env = environment();
  if (!env.SMTP_URL) return warnUnconfigured(mail);
  try {
    const transport = await transportTo(env.SMTP_URL);
    await transport.sendMail({
      // As an object, an address stays a single address, whatever it contains.
      to: { name: '', address: mail.to },
      from: sender(env),
      subject: mail.subject,
      text: mail.text,
      ...(mail.html === undefined ? {} : { html: mail.html }),
      headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
    });
  } catch (error) {
    warn(mail, causeOf(error));
  }
}

let hasWarned = false;

/** Once per process, since the setting does not change. */
function warnUnconfigured(mail: Mail): void {
  if (!hasWarned) warn(mail, 'SMTP_URL is not set, so no mail is sent.');
  hasWarned = true;
}

let connected: { url: string; transport: ReturnType<typeof connectTo> } | undefined;

function transportTo(url: string) {
  if (connected?.url !== url) connected = { url, transport: connectTo(url) };
  return connected.transport;
}

/** The package is slow to load, so calls that send no mail do without it. */
async function connectTo(url: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function sender({ MAIL_FROM, SITE_NAME, SITE_URL }: Environment) {
  return MAIL_FROM ?? { name: SITE_NAME, address: `no-reply@${new URL(SITE_URL).hostname}` };
}

function warn({ subject }: Mail, error: string): void {
  log('warn', 'a mail was not sent', { subject, error });
}
