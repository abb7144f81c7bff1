import { stat } from 'node:fs/promises';
import path from 'node:path';

/** Where a path leads in a release: a file, or the same path without its last slash. */
export type SiteFile = { file: string } | { redirect: string } | undefined;

/**
 * Finds the file for a request's path, as the platform does: `/a` is a, a.html or a/index.html; `/a/` leads to `/a`.
 * Nothing outside of `root` is ever found.
 */
export async function siteFile(root: string, pathname: string): Promise<SiteFile> {
  const relative = relativePath(pathname);
  if (relative === undefined) return undefined;
  if (relative === '') return found(path.join(root, 'index.html'));
  if (relative.endsWith('/')) {
    const inner = relative.replace(/\/+$/, '');
    if (inner === '' || inner.includes('//') || !(await pageFile(root, inner))) return undefined;
    return { redirect: pathname.replace(/\/+$/, '') };
  }
  const file = await pageFile(root, relative);
  return file === undefined ? undefined : { file };
}

async function pageFile(root: string, relative: string): Promise<string | undefined> {
  const exact = path.join(root, relative);
  // Join has resolved nothing away: `relative` holds no dots that climb, so this is a second lock on the same door.
  if (!exact.startsWith(root + path.sep)) return undefined;
  for (const candidate of [exact, `${exact}.html`, path.join(exact, 'index.html')]) {
    if (await found(candidate)) return candidate;
  }
  return undefined;
}

async function found(file: string): Promise<{ file: string } | undefined> {
  // Too long a name, a file where a folder should be: whatever is wrong, there is no such page.
  const stats = await stat(file).catch(() => undefined);
  return stats?.isFile() ? { file } : undefined;
}

/** The path without its first slash, decoded, or undefined when no file can have that name. */
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
