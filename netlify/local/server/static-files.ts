import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { lookup } from 'mrmime';
import { recent, type Recent } from '../../../src/platform/server/recent.ts';
import { streamOfBytes } from '../../../src/platform/server/http/text-stream.ts';
import { isKnown } from '../../../src/platform/server/http/endpoint.ts';
import { pagePolicy } from '../../../src/platform/server/http/html.ts';
import { encodingOf, isCompressible, type CompressedFiles, type Encoding } from './compressed.ts';
import type { ReleaseFiles } from './layers.ts';
import path from 'node:path';
import { parseAllHeaders } from '@netlify/headers-parser';
import { StartFailure } from '../settings.ts';

export interface StaticFiles {
  /** The answer for a file, a redirect to it or 304; undefined if the site has nothing at this path. */
  serve(request: Request): Promise<Response | undefined>;
  /** The site's page for missing paths, with status 404. */
  notFound(request: Request): Promise<Response>;
}

interface Options {
  /** The kept releases, the served one first. */
  releases: () => ReleaseFiles[];
  headers: HeaderRules;
  compressed: CompressedFiles;
}

type Known = { hash: string; policy: string | undefined };
type Sent = { body: Buffer; encoding?: Encoding };

/** Compressing smaller files saves nothing on the wire. */
const worthCompressing = 256;

/** Serves the current release as the platform's CDN does: GET and HEAD, strong ETags, compressed, with our headers. */
export function staticFiles({ releases, headers, compressed }: Options): StaticFiles {
  // Releases never change, so a file's hash and policy are computed once.
  const known = new Map<string, Known>();
  /** The most recently requested files, as sent, by ETag. */
  const sent = recent<Sent>(4 * 1024 * 1024, ({ body }) => body.length);
  const compressedFile = async (
    pathname: string,
    hash: string,
    encoding: Encoding | undefined,
    plain: Buffer,
  ): Promise<Sent> => {
    if (!encoding || plain.length < worthCompressing) return { body: plain };
    const body = await compressed.of(hash, encoding, pathname.startsWith('/_astro/'), () => Promise.resolve(plain));
    return { body, encoding };
  };

  const answer = async (request: Request, pathname: string, file: string, status: number): Promise<Response> => {
    const type = contentType(file);
    const content = once(() => readFile(file));
    const { hash, policy } = known.get(file) ?? knownOf(await content(), type);
    remember(known, file, { hash, policy });
    const fields = new Headers({ 'Content-Type': type, ...headers(pathname) });
    if (policy !== undefined) fields.set('Content-Security-Policy', policy);
    const packed = isCompressible(type);
    if (packed) fields.set('Vary', 'Accept-Encoding');
    const encoding = packed ? encodingOf(request.headers.get('Accept-Encoding') ?? undefined) : undefined;
    const etag = `"${encoding ? `${hash}-${encoding}` : hash}"`;
    fields.set('ETag', etag);
    if (status === 200 && isKnown(request, etag)) {
      fields.delete('Content-Type');
      return new Response(null, { status: 304, headers: fields });
    }
    let answered = sent.get(etag);
    if (!answered) {
      answered = await compressedFile(pathname, hash, encoding, await content());
      sent.set(etag, answered);
    }
    const { body } = answered;
    if (answered.encoding) fields.set('Content-Encoding', answered.encoding);
    fields.set('Content-Length', String(body.length));
    return new Response(request.method === 'HEAD' ? null : streamOfBytes(body), { status, headers: fields });
  };

  return {
    async serve(request) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
      const { pathname, search } = new URL(request.url);
      const [current, ...earlier] = releases();
      // A page loaded before a switch still requests the assets of its own release.
      const candidates = pathname.startsWith('/_astro/') ? [current, ...earlier] : [current];
      for (const release of candidates) {
        const found = release && (await siteFile(release, pathname));
        if (!found) continue;
        if ('file' in found) return answer(request, pathname, found.file, 200);
        return new Response(null, {
          status: 301,
          headers: { ...headers(pathname), Location: found.redirect + search },
        });
      }
      return undefined;
    },
    async notFound(request) {
      const { pathname } = new URL(request.url);
      const [current] = releases();
      const page = current && (await siteFile(current, '/404.html'));
      if (page && 'file' in page) return answer(request, pathname, page.file, 404);
      return new Response('Not Found\n', { status: 404, headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
    },
  };
}

function contentType(file: string): string {
  const type = lookup(file) ?? 'application/octet-stream';
  const text = type.startsWith('text/') || /^application\/(xml|.*\+xml)$/.test(type);
  return text ? `${type}; charset=utf-8` : type;
}

/** There are many pages, and releases replace each other: the oldest entries are dropped. */
function remember(known: Map<string, Known>, file: string, found: Known): void {
  known.delete(file);
  known.set(file, found);
  const [oldest] = known.keys();
  if (known.size > 50_000 && oldest !== undefined) known.delete(oldest);
}

function knownOf(content: Buffer, type: string): Known {
  const page = type.startsWith('text/html');
  return { hash: hashOf(content), policy: page ? pagePolicy(content.toString('utf8', 0, 4096)) : undefined };
}

function hashOf(content: Buffer): string {
  return hash('sha256', content, 'base64url').slice(0, 22);
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  return () => (value ??= make());
}

/** The result for a path in a release: a file, or a redirect to the same path without its trailing slash. */
type SiteFile = { file: string } | { redirect: string } | undefined;

/**
 * Finds the file for a request's path, as the platform does: `/a` is a, a.html or a/index.html; `/a/` redirects to `/a`.
 * Nothing outside of the release is ever found.
 */
async function siteFile(release: ReleaseFiles, pathname: string): Promise<SiteFile> {
  const relative = relativePath(pathname);
  if (relative === undefined) return undefined;
  if (relative === '') return found(await release.find('index.html'));
  if (relative.endsWith('/')) {
    const inner = withoutLastSlashes(relative);
    if (inner === '' || inner.includes('//') || !(await pageFile(release, inner))) return undefined;
    return { redirect: withoutLastSlashes(pathname) };
  }
  return found(await pageFile(release, relative));
}

/** A loop, because a regular expression takes quadratic time on many slashes. */
function withoutLastSlashes(path: string): string {
  let { length } = path;
  while (path[length - 1] === '/') length -= 1;
  return path.slice(0, length);
}

/**
 * The files of recently requested pages, and paths that have none: a lookup accesses the disk up to three times, and pages
 * that functions make are looked up each time. The missing ones are kept separately, since anybody can request any number
 * of them.
 */
const places = new WeakMap<ReleaseFiles, { known: Recent<string>; none: Recent<true> }>();

async function pageFile(release: ReleaseFiles, relative: string): Promise<string | undefined> {
  const cached = places.get(release) ?? {
    known: recent<string>(1024 * 1024, (file) => file.length),
    none: recent<true>(256 * 1024, () => 0),
  };
  places.set(release, cached);
  const { known, none } = cached;
  const before = known.get(relative);
  if (before !== undefined || none.get(relative)) return before;
  for (const name of [relative, `${relative}.html`, `${relative}/index.html`]) {
    const file = await release.find(name);
    if (file === undefined) continue;
    known.set(relative, file);
    return file;
  }
  none.set(relative, true);
  return undefined;
}

function found(file: string | undefined): SiteFile {
  return file === undefined ? undefined : { file };
}

/** The path without its first slash, decoded; undefined if no file can have that name. */
function relativePath(pathname: string): string | undefined {
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
  if (!decoded.startsWith('/') || decoded.startsWith('//') || /[\0\\]/.test(decoded)) return undefined;
  if (/%2f/i.test(pathname)) return undefined;
  const parts = decoded.slice(1).split('/');
  return parts.some((part) => part === '..' || part === '.') ? undefined : parts.join('/');
}

/** The headers of every file at this path. */
type HeaderRules = (pathname: string) => Record<string, string>;

/**
 * The `[[headers]]` of the netlify.toml in `projectDir`, read and matched by the platform's own parser: all rules that
 * match apply, later ones over earlier ones.
 */
export async function headerRules(projectDir: string): Promise<HeaderRules> {
  const { headers, errors } = await parseAllHeaders({
    headersFiles: [path.join(projectDir, 'public/_headers')],
    netlifyConfigPath: path.join(projectDir, 'netlify.toml'),
    configHeaders: undefined,
    minimal: false,
  });
  const [error] = errors;
  if (error) throw new StartFailure(`The headers of netlify.toml cannot be read: ${error.message}`);
  const rules = headers.flatMap(({ values, ...rule }) =>
    'forRegExp' in rule ? [{ pattern: rule.forRegExp, values }] : [],
  );
  return (pathname) =>
    Object.assign({}, ...rules.filter((rule) => rule.pattern.test(pathname)).map((rule) => rule.values)) as Record<
      string,
      string
    >;
}
