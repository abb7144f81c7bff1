import { createHash } from 'node:crypto';
import type { RequestLine } from './http.ts';
import type { CaughtMail, Mailbox } from './mailbox.ts';

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
const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/** Whether this is the address of /_mail or below it. */
export const isOfMailbox = (pathname: string) => /^\/_mail(\/|$)/.test(pathname);

/**
 * The answer of /_mail and what is below it: the list of caught messages, one message, or its HTML part alone. Undefined
 * for other paths.
 */
export async function mailboxPage({ messages }: Mailbox, request: RequestLine): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  if (!isOfMailbox(pathname)) return undefined;
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

/** What a message brings along may neither run nor load. */
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
