import { createHash } from 'node:crypto';
import * as z from 'zod';
import { pickOf } from '../fuzz/values.ts';
import { sendRequest, type TimedResponse, type RequestSpec, type Mixture } from './requests.ts';

export type Site = { cookies: string[]; notes: { uuid: string; path: string }[] };

const Begun = z.object({ import: z.object({ id: z.string() }) });
const Note = z.object({ note: z.object({ uuid: z.string() }), path: z.string() });

/** Signs up members with some notes each. */
export async function populateSite(url: string, members: number): Promise<Site> {
  const site: Site = { cookies: [], notes: [] };
  for (let member = 0; member < members; member += 1) {
    const handle = `load_${member}`;
    const body = { email: `${handle}@example.org`, handle, password: 'three grey herons wait' };
    const signed = await fetch(`${url}/api/auth/signup`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: url },
      body: JSON.stringify(body),
    });
    if (signed.status !== 201) throw new Error(`Signing up was answered ${signed.status}: ${await signed.text()}`);
    const cookie = signed.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    site.cookies.push(cookie);
    for (let count = 0; count < 3; count += 1) {
      const written = await sendRequest(url, {
        method: 'POST',
        path: '/api/notes',
        cookie,
        body: text(member * 3 + count),
      });
      if (written.status !== 201) throw new Error(`Writing was answered ${written.status}: ${written.text}`);
      const { note, path } = Note.parse(JSON.parse(written.text));
      site.notes.push({ uuid: note.uuid, path });
    }
  }
  return site;
}

/** The traffic of a day: far more reads than writes. */
export function trafficMix(site: Site): Mixture {
  return (pick) => {
    const cookie = pick.of(site.cookies);
    const note = pick.of(site.notes);
    const read = (kind: string, path: string, who?: string) => ({
      kind,
      asked: { method: 'GET', path, ...(who && { cookie: who }) },
    });
    const write = (kind: string, asked: RequestSpec) => ({ kind, asked: { ...asked, cookie } });
    const at = pick.int(1000);
    if (at < 300) return read('static page', pick.of(['/', '/note/list/1', '/hot', '/new', '/search']));
    if (at < 450) return read('note page', note.path);
    if (at < 700) return read('session', '/api/_auth/session', cookie);
    if (at < 780)
      return read('list', pick.of(['/api/notes', '/api/notes?order=hot', '/api/reading-list', '/api/inbox']), cookie);
    if (at < 840) return read('search', `/api/search?q=${pick.of(['reading', 'margin', 'page', 'note'])}`);
    if (at < 920) return read('thread', `/api/notes/${note.uuid}/comments`, cookie);
    if (at < 960) return write('vote', { method: pick.of(['PUT', 'DELETE']), path: `/api/notes/${note.uuid}/save` });
    if (at < 985)
      return write('comment', {
        method: 'POST',
        path: `/api/notes/${note.uuid}/comments`,
        body: { body: `Said ${pick.int(1e9)} about it.` },
      });
    if (at < 998) return write('note', { method: 'POST', path: '/api/notes', body: text(pick.int(1e9)) });
    return write(
      'import',
      fileOf(
        'bookmarks.html',
        Buffer.from(
          `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n<DT><A HREF="https://e.example/${pick.int(1e9)}">x</A>\n</DL>`,
        ),
      ),
    );
  };
}

/** A file upload as the import form sends it. */
export function fileOf(name: string, bytes: Buffer): RequestSpec {
  const boundary = 'a-boundary-of-the-load';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { method: 'POST', path: '/api/import', body, type: `multipart/form-data; boundary=${boundary}` };
}

/** Sends a part of an import, as a member's own script would. */
export async function sendPart(url: string, cookie: string, name: string, bytes: Buffer): Promise<TimedResponse> {
  const about = { name, format: 'JSON', size: 10, fingerprint: createHash('sha256').update(name).digest('hex') };
  const begun = await sendRequest(url, { method: 'POST', path: '/api/imports', cookie, body: about });
  if (begun.status !== 200 && begun.status !== 201) return begun;
  const { id } = Begun.parse(JSON.parse(begun.text)).import;
  return sendRequest(url, { method: 'POST', path: `/api/imports/${id}/entries`, cookie, body: bytes });
}

function text(number: number) {
  const pick = pickOf(7, number);
  const words = 'reading writing margin page keeps hurried eye would lose on its way'.split(' ');
  const body = Array.from({ length: 120 }, () => pick.of(words)).join(' ');
  return { title: `Measured note ${number}`, body, visibility: 'public' };
}
