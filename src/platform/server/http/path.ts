/** Whether every escape of this path stands for text. */
export function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** A path or a part of one as people read it: percent-decoded where that gives text. */
export function readable(path: string): string {
  return isReadable(path) ? decodeURIComponent(path) : path;
}

/** The path of a request as people read it. */
export function readablePath(request: Request): string {
  return readable(new URL(request.url).pathname);
}
