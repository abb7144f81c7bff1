import { requireSession } from '../../people/server/session.ts';
import { appellantOf } from '../../people/server/suspension.ts';

/** Who appeals: by the session, or, for those who cannot sign in, by the token that signing in gave. Throws HttpError 401. */
export async function requireAppellant(request: Request, token: string | undefined): Promise<string> {
  const appellant = token === undefined ? undefined : await appellantOf(token);
  return appellant ?? (await requireSession(request)).user.id;
}
