import { grouped } from '../../platform/model/counted.ts';
import { limits } from '../../platform/model/limits.ts';
import { fullProblem, HttpError } from '../../platform/server/http/problem.ts';
import { uuidAt } from '../../platform/server/http/uuid-at.ts';
import type { Put } from './store/collections.ts';

/** The id of the collection in an address. */
export const collectionId = uuidAt('id', () => collectionProblem('missing'));

type Refused = Extract<Put, { ok: false }>['reason'] | 'missing' | 'smart' | 'not-smart' | 'no-place' | 'notes-full';

/** The answer to a refused call about a collection. */
export function collectionProblem(reason: Refused): HttpError {
  const field = (path: string, message: string) =>
    new HttpError(400, 'Bad Request', `Nothing was changed. ${message}`, { errors: [{ path, message }] });
  switch (reason) {
    case 'missing':
      return new HttpError(404, 'Not Found', 'You have no such collection. It may have been deleted.');
    case 'full':
      return fullProblem(`have ${limits.collections.count} collections`);
    case 'shown-full':
      return fullProblem(`show ${limits.collections.shown} collections to others`, 'Make one of them private first.');
    case 'smart-full':
      return fullProblem(`show ${limits.collections.shownSmart} smart collections`, 'Make one of them private first.');
    case 'notes-full': {
      const max = grouped(limits.collections.notes);
      const detail = `A collection has at most ${max} notes. Remove some, or make another collection.`;
      return new HttpError(409, 'Conflict', `Not all of them were added. ${detail}`);
    }
    case 'changed':
      return new HttpError(
        409,
        'Conflict',
        'Nothing was changed: the collection changed elsewhere in the meantime. Try again.',
      );
    case 'no-parent':
      return field('parent', 'You have no such collection to put it inside. Choose another one.');
    case 'too-deep':
      return field('parent', 'Collections can be nested only once. Choose one at the top level, or none.');
    case 'smart': {
      const detail = 'Nothing was changed: a smart collection is filled by its search. Change the search instead.';
      return new HttpError(409, 'Conflict', detail);
    }
    case 'not-smart':
      return field('search', 'Only a smart collection has a search. Make a new collection for this search.');
    case 'no-place':
      return field('after', 'The note to put it after isn’t in this collection. Choose another one.');
  }
}
