/** The path of a request as people read it: percent-decoded where that gives text. */
export function readablePath(request: Request): string {
  const { pathname } = new URL(request.url);
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
