/**
 * What the generic error page shows. `requestId`: the id by which the owner finds the error in the log. `handle`: the
 * person whose page this would be; they are shown how it begins.
 */
export type Problem = { status: number; message: string; description: string; requestId?: string; handle?: string };

/** The status code is 500 unless one is given. */
export function problemPage(status = 500, description?: string): Problem {
  if (status === 404) {
    return { status, message: 'Page Not Found', description: description ?? 'There’s nothing at this address.' };
  }
  return {
    status,
    message: status === 503 ? 'Not available at the moment' : 'Internal Server Error',
    description: description ?? 'Something went wrong on our side. Try again in a moment.',
  };
}

/** For the address of a deleted note: gone for good, but not an error of ours. */
export const goneNote: Problem = {
  status: 410,
  message: 'This note was deleted',
  description: 'Its author deleted it. There’s plenty more to read.',
};

/** No route matches this path. */
export const noRoute = (path: string) => `Page not found: ${path}`;

/** A route matches, but a parameter in the path is not valid. */
export const invalidRoute = (path: string) => `Page Not Found: ${path}`;
