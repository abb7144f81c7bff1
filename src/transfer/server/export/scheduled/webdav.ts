import {
  AnswerTooLong,
  outsideClient,
  bytesOf,
  type IncomingAnswer,
  type OutgoingRequest,
  digestOf,
  ExportFailure,
  pictureFolder,
  type ExportTarget,
} from './export-target.ts';
import type { Place } from './export-target.ts';

/** A note may have 200 KB, a picture 2 MB; other answers of a folder are short. */
const maxBytes = 4 * 2 ** 20;
const timeoutMs = 30_000;

/**
 * A folder on a WebDAV server (RFC 4918), made if its parent exists. A file is read before it is overwritten or removed,
 * since many servers ignore a request's conditions. On other servers, the conditions protect what changes meanwhile.
 */
export async function webdavTarget({ url, username, password, reach }: Place): Promise<ExportTarget> {
  const { ask, close } = outsideClient({ username, password, reach, maxBytes, timeoutMs });
  const folder = url.endsWith('/') ? url : `${url}/`;
  const addressOf = (name: string) => folder + name.split('/').map(encodeURIComponent).join('/');

  /** What lies there now; undefined if nothing does. A longer file than we write is its owner's, whatever it holds. */
  async function read(name: string): Promise<{ content: Buffer; etag: string | undefined } | undefined> {
    const answer = await ask(addressOf(name), { method: 'GET' });
    const content = await bytesOf(answer).catch((error: unknown) => {
      if (answer.status === 200 && error instanceof AnswerTooLong) return Buffer.alloc(0);
      throw error;
    });
    if (answer.status === 404 || answer.status === 410) return undefined;
    if (answer.status !== 200) throw refused(answer.status, `to read ${name}`);
    return { content, etag: strong(answer.headers.etag) };
  }

  /** Whether it was done; false if somebody else was faster. */
  async function change(name: string, request: OutgoingRequest): Promise<boolean> {
    const { status } = await done(await ask(addressOf(name), request));
    if (status === 412) return false;
    if (status < 300 || (status === 404 && request.method === 'DELETE')) return true;
    throw refused(status, `to ${request.method === 'PUT' ? 'write' : 'remove'} ${name}`);
  }

  const onlyIf = (etag: string | undefined): Record<string, string> => (etag === undefined ? {} : { 'If-Match': etag });

  const open = (address: string) =>
    openFolder(address, (url, method) => ask(url, { method, headers: { Depth: '0' } }).then(done));
  let pictures: Promise<void> | undefined;

  try {
    await open(folder);
  } catch (error) {
    close();
    throw error;
  }
  return {
    batch: { files: 50, bytes: Number.POSITIVE_INFINITY },
    room: Number.POSITIVE_INFINITY,
    read: async (name) => (await read(name))?.content,
    async put(name, content, before) {
      const isPicture = name.startsWith(`${pictureFolder}/`);
      if (isPicture) await (pictures ??= open(`${folder}${pictureFolder}/`));
      const there = await read(name);
      if (there?.content.equals(content)) return true;
      if (there && digestOf(there.content) !== before?.digest) return false;
      const condition = there ? onlyIf(there.etag) : { 'If-None-Match': '*' };
      const headers = { 'Content-Type': isPicture ? 'image/webp' : 'text/markdown; charset=utf-8', ...condition };
      return change(name, { method: 'PUT', headers, body: content });
    },
    async remove({ name, digest }) {
      const there = await read(name);
      if (!there) return true;
      if (digestOf(there.content) !== digest) return false;
      return change(name, { method: 'DELETE', headers: onlyIf(there.etag) });
    },
    save: async () => undefined,
    close: async () => close(),
  };
}

async function openFolder(
  folder: string,
  ask: (address: string, method: string) => Promise<IncomingAnswer>,
): Promise<void> {
  const { status } = await ask(folder, 'PROPFIND');
  if (status === 207) return;
  if (status === 405 || status === 501) throw new ExportFailure('There’s no WebDAV folder at this address.');
  if (status !== 404) throw refused(status, 'to open the folder');
  const made = await ask(folder, 'MKCOL');
  if (made.status === 409) throw new ExportFailure('The folder above this one doesn’t exist.');
  if (made.status >= 300) throw refused(made.status, 'to create the folder');
}

/** Reads an answer of which only the status matters. */
async function done(answer: IncomingAnswer): Promise<IncomingAnswer> {
  await bytesOf(answer);
  return answer;
}

/** A weak ETag does not tell whether a text is the same. */
const strong = (etag: string | undefined) => (etag?.startsWith('W/') ? undefined : etag);

function refused(status: number, what: string): ExportFailure {
  if (status === 507 || status === 413) return new ExportFailure(`There’s no room left ${what}.`);
  if (status === 423) return new ExportFailure(`The folder is locked, so it refused ${what}.`);
  if (status === 404 || status === 409) return new ExportFailure(`The folder disappeared while it was asked ${what}.`);
  if (status === 401 || status === 403) {
    return new ExportFailure(`The server refused ${what}. Check the user name, the password and the folder.`);
  }
  return new ExportFailure(`The server failed ${what}. Check the address, or try again later.`);
}
