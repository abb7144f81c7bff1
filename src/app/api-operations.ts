import { z } from 'zod';
import { Comment } from '../discussion/model/comment.ts';
import { Note } from '../notes/model/note.ts';
import { PublishingState } from '../publishing/model/publishing.ts';
import { Account, DeleteAccount } from '../people/model/account.ts';
import { Backups } from '../platform/model/backups.ts';
import { badBody, type Operation } from '../platform/server/http/api-operation.ts';
import { assistant } from '../assistant/server/operations.ts';
import { captureRoutes } from '../capture/server/routes.ts';
import { carrying } from '../transfer/server/operations.ts';
import { operationsOf } from '../platform/server/http/route.ts';
import { tables } from './api.ts';
import { IconQuery, IconSearch, IconSearchAnswer, IconSetAnswer } from '../platform/server/icon-queries.ts';
import { OembedAnswer, OembedQuery } from '../feeds/server/oembed-query.ts';

/** The tables of calls that load more: functions of their own answer them. */
const heavyTables = [captureRoutes];

/** Every call that exists, in the order of a first visit. */
export const operations: Operation[] = [
  ...[...tables, ...heavyTables].flatMap(operationsOf),
  {
    method: 'get',
    path: '/api/backups',
    id: 'readBackups',
    summary: 'For how many days backups keep what you delete. Owners learn of the last one that was made and verified.',
    signedIn: true,
    answers: { 200: Backups },
  },
  {
    method: 'get',
    path: '/api/account/data',
    id: 'downloadData',
    summary: 'Everything that you have here, as one file.',
    signedIn: true,
    answers: { 200: z.looseObject({ account: Account, notes: z.array(Note), comments: z.array(Comment) }) },
    problems: [429],
  },
  {
    method: 'post',
    path: '/api/account/deletion',
    id: 'deleteAccount',
    summary: 'Delete your account; your writings stay under “Former member”, or go too.',
    signedIn: true,
    body: DeleteAccount,
    answers: { 200: z.object({ deleted: z.literal(true) }) },
    problems: [...badBody, 410, 429],
  },
  ...carrying,
  {
    method: 'get',
    path: '/api/publish',
    id: 'readPublishing',
    summary: 'The state of publishing.',
    answers: { 200: PublishingState },
  },
  {
    method: 'post',
    path: '/api/publish',
    id: 'publish',
    summary: 'Ask for a rebuild now.',
    signedIn: true,
    answers: { 202: PublishingState },
    problems: [429],
  },
  ...assistant,
  {
    method: 'get',
    path: '/api/_icon/{collection}.json',
    id: 'readIcons',
    summary: 'Icons of one collection, in the shape of Iconify. Unknown ones are listed in not_found.',
    query: IconQuery.pick({ icons: true }),
    answers: { 200: IconSetAnswer },
    problems: [400],
  },
  {
    method: 'get',
    path: '/api/_icon/search',
    id: 'searchIcons',
    summary: 'Icons of the installed collections by the words of their names.',
    query: IconSearch,
    answers: { 200: IconSearchAnswer },
    problems: [400],
  },
  {
    method: 'get',
    path: '/api/oembed',
    id: 'embedNote',
    summary: 'What another site shows in the place of a public note’s address (oEmbed, JSON only).',
    query: OembedQuery,
    answers: { 200: OembedAnswer },
    problems: [400, 404, 410, 501],
  },
  {
    method: 'get',
    path: '/api/openapi.json',
    id: 'describeApi',
    summary: 'This description.',
    answers: { 200: z.looseObject({}) },
  },
];
