/**
 * Where to go after signing in: the wished path if it stays on this origin, else the front page. Backslashes,
 * control characters and `//host` are what browsers would read as another origin.
 */
export function safeRedirect(wished: string | null | undefined): string {
  if (!wished || !wished.startsWith('/')) return '/';
  const base = 'https://same.invalid';
  const url = URL.canParse(wished, base) ? new URL(wished, base) : undefined;
  // Resolving dots may leave `//host` where there was `/.//host`.
  const stays = url?.origin === base && !url.pathname.startsWith('//');
  return stays ? `${url.pathname}${url.search}${url.hash}` : '/';
}
