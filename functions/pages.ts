import type { Config } from '@netlify/functions';
import { listAnswer, logAnswer, noteAnswer, threadAnswer, unsubscribeAnswer } from '../src/app/pages/answers.ts';
import { answerByPath } from '../src/platform/server/http/api.ts';

/** Pages that are not files: not yet, no longer, or never. */
export default answerByPath({
  '/moderation/log/{page}': logAnswer,
  '/note/detail/{uuid}': noteAnswer,
  '/note/detail/{uuid}/{title}': noteAnswer,
  '/note/detail/{uuid}/{title}/_payload.json': listAnswer,
  '/note/list/*': listAnswer,
  '/note/thread/{uuid}/{comment}': threadAnswer,
  '/tag/*': listAnswer,
  '/u/*': listAnswer,
  '/unsubscribe': unsubscribeAnswer,
});

export const config: Config = {
  path: [
    '/moderation/log/:page',
    '/note/detail/:uuid',
    '/note/detail/:uuid/:title',
    '/note/detail/:uuid/:title/_payload.json',
    '/note/list/*',
    '/note/thread/:uuid/:comment',
    '/tag/*',
    '/u/*',
    '/unsubscribe',
  ],
  preferStatic: true,
};
