import { z } from 'zod';
import { Follow, Mute } from '../../model/follow.ts';
import type { Operation } from '../../../platform/server/http/api-operation.ts';

import { PeopleAnswer, PeopleQuery } from '../people.ts';

/** The calls around one's inbox, and what one follows and mutes. */
export const people: Operation[] = [
  {
    method: 'get',
    path: '/api/people',
    id: 'findPeople',
    summary: 'The first people by handle whose handle begins so, to be mentioned.',
    signedIn: true,
    query: PeopleQuery,
    answers: { 200: PeopleAnswer },
    problems: [400],
  },
  ...(['follow', 'mute'] as const).flatMap(chosenOperations),
];

/** Following and muting are called in the same way. */
function chosenOperations(what: 'follow' | 'mute'): Operation[] {
  const Answer = what === 'follow' ? z.object({ following: z.boolean() }) : z.object({ muted: z.boolean() });
  const List = what === 'follow' ? z.object({ follows: z.array(Follow) }) : z.object({ mutes: z.array(Mute) });
  const one = what === 'follow' ? 'a person (by handle or id), a tag or a thread' : 'a person, a tag or a site';
  const path = `/api/${what}s/{kind}/{id}`;
  const answered = { signedIn: true, answers: { 200: Answer } };
  return [
    {
      method: 'get',
      path: `/api/${what}s`,
      id: `list${what === 'follow' ? 'Follows' : 'Mutes'}`,
      summary: `What you ${what}, the newest first.`,
      signedIn: true,
      answers: { 200: List },
    },
    {
      method: 'get',
      path,
      id: `is${what === 'follow' ? 'Following' : 'Muting'}`,
      summary: `Whether you ${what} ${one}.`,
      ...answered,
      problems: [400, 404],
    },
    { method: 'put', path, id: what, summary: `Start to ${what} ${one}.`, ...answered, problems: [400, 404, 409, 429] },
    {
      method: 'delete',
      path,
      id: `un${what}`,
      summary: `No longer ${what} ${one}.`,
      ...answered,
      problems: [400, 404],
    },
  ];
}
