import { callsOf, send } from '../../platform/browser/api.ts';
import { queriesOf } from '../../platform/browser/use-query.ts';
import type { PeopleCalls } from '../server/routes.ts';

/** The calls about people, and their GETs as hooks, by method and path as they stand in the tables of routes. */
export const call = callsOf<PeopleCalls>();
export const useCall = queriesOf<PeopleCalls>();
export type { PeopleCalls };

/** The picture of oneself, which is sent as a form. */
export const avatarCall = {
  put(file: File) {
    const form = new FormData();
    form.append('file', file);
    return send('PUT', '/api/account/avatar', form);
  },
  remove: () => send('DELETE', '/api/account/avatar'),
};
