/** The value of one cookie of a request, or undefined. */
export function readCookie(request: Request, name: string): string | undefined {
  for (const pair of request.headers.get('Cookie')?.split(';') ?? []) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

/** A Set-Cookie value that scripts cannot read and other sites' forms do not send. `maxAge` is in seconds; 0 clears it. */
export function cookie(name: string, value: string, { maxAge, secure }: { maxAge: number; secure: boolean }): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}
