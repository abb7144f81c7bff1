/** A path or a part of one as people read it: percent-decoded where that gives text. */
export function readable(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The path of a request as people read it. */
export function readablePath(request: Request): string {
  return readable(new URL(request.url).pathname);
}
