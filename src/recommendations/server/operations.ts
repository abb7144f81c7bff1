import { z } from 'zod';
import { ForYouPage, WeeklySetting } from '../model/page.ts';
import { Wish, WishChange, WishWay } from '../model/feedback.ts';
import { badBody, type Operation } from '../../platform/server/http/api-operation.ts';

const path = '/api/for-you/wishes/{kind}/{id}';
const one = 'a tag, a person (by handle or id) or a note (by uuid)';

/** The calls around what is chosen for one reader. */
export const forYou: Operation[] = [
  {
    method: 'get',
    path: '/api/for-you',
    id: 'readForYou',
    summary: 'Notes chosen for you, best first, each with why: from what you saved, voted for, follow and asked for.',
    signedIn: true,
    scope: 'read',
    answers: { 200: ForYouPage },
  },
  {
    method: 'get',
    path: '/api/for-you/weekly',
    id: 'readWeekly',
    summary: 'Whether you get the best of the week for you by mail.',
    signedIn: true,
    answers: { 200: WeeklySetting },
  },
  {
    method: 'put',
    path: '/api/for-you/weekly',
    id: 'chooseWeekly',
    summary: 'Ask for the weekly mail, or end it.',
    signedIn: true,
    body: WeeklySetting,
    answers: { 200: WeeklySetting },
    problems: badBody,
  },
  {
    method: 'get',
    path: '/api/for-you/wishes',
    id: 'listWishes',
    summary: 'What you asked for more and less of, the newest first.',
    signedIn: true,
    scope: 'read',
    answers: { 200: z.object({ wishes: z.array(Wish) }) },
  },
  {
    method: 'put',
    path,
    id: 'wish',
    summary: `Ask for more or less of ${one}.`,
    signedIn: true,
    scope: 'write',
    body: WishChange,
    answers: { 200: z.object({ way: WishWay }) },
    problems: [...badBody, 404, 409, 429],
  },
  {
    method: 'delete',
    path,
    id: 'unwish',
    summary: `Take back what you asked for about ${one}, or by the id that the list gives for what is gone.`,
    signedIn: true,
    scope: 'write',
    answers: { 200: z.object({ way: z.null() }) },
    problems: [404],
  },
];
