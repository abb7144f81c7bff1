import type { ReleaseFiles } from './layers.ts';

/** Where a path leads in a release: a file, or the same path without its last slash. */
export type SiteFile = { file: string } | { redirect: string } | undefined;

/**
 * Finds the file for a request's path, as the platform does: `/a` is a, a.html or a/index.html; `/a/` leads to `/a`.
 * Nothing outside of the release is ever found.
 */
export async function siteFile(release: ReleaseFiles, pathname: string): Promise<SiteFile> {
  const relative = relativePath(pathname);
  if (relative === undefined) return undefined;
  if (relative === '') return found(await release.find('index.html'));
  if (relative.endsWith('/')) {
    const inner = relative.replace(/\/+$/, '');
    if (inner === '' || inner.includes('//') || !(await pageFile(release, inner))) return undefined;
    return { redirect: pathname.replace(/\/+$/, '') };
  }
  return found(await pageFile(release, relative));
}

async function pageFile(release: ReleaseFiles, relative: string): Promise<string | undefined> {
  for (const name of [relative, `${relative}.html`, `${relative}/index.html`]) {
    const file = await release.find(name);
    if (file !== undefined) return file;
  }
  return undefined;
}

function found(file: string | undefined): SiteFile {
  return file === undefined ? undefined : { file };
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
