import { z } from 'zod';
import { CommentPatch, NewComment } from '../model/comment.ts';
import { ThreadAnswer } from '../model/thread.ts';
import { badBody, type Operation } from '../../platform/server/http/api-operation.ts';
import { idempotencyKey } from '../../notes/server/idempotency-key.ts';
import { VoteAnswer } from '../../library/server/viewer-state.ts';
import { CommentAnswer, OwnComment } from './own-comment.ts';
import { ThreadQuery } from './threads.ts';

const Commented = z.object({ comment: OwnComment });

/** The calls around a note: its thread, votes, and who is in it. */
export const discussion: Operation[] = [
  {
    method: 'get',
    path: '/api/notes/{uuid}/comments',
    id: 'readThread',
    summary:
      'A note’s thread, a page at a time: the tree in reading order, each comment with its parent and depth, or single comments newest or best first; with after, what changed since that revision.',
    query: ThreadQuery,
    answers: { 200: ThreadAnswer },
    problems: [400, 404, 410],
  },
  {
    method: 'post',
    path: '/api/notes/{uuid}/comments',
    id: 'writeComment',
    summary:
      'Comment on a published note, or answer a comment. With an Idempotency-Key, a call whose answer was lost can be sent again.',
    signedIn: true,
    headers: [idempotencyKey],
    body: NewComment,
    answers: { 200: Commented, 201: Commented },
    problems: [...badBody, 404, 409, 410, 429, 507],
  },
  {
    method: 'get',
    path: '/api/comments/{id}',
    id: 'readComment',
    summary: 'A comment with its Markdown and its earlier versions.',
    answers: { 200: CommentAnswer },
    problems: [404],
  },
  {
    method: 'patch',
    path: '/api/comments/{id}',
    id: 'editComment',
    summary: 'Change your comment within 15 minutes. With rev, a stale one answers 409 with the current text.',
    signedIn: true,
    body: CommentPatch,
    answers: { 200: Commented },
    problems: [...badBody, 404, 409, 429],
  },
  {
    method: 'delete',
    path: '/api/comments/{id}',
    id: 'deleteComment',
    summary: 'Delete your comment. Answers to it stay.',
    signedIn: true,
    answers: { 204: null },
    problems: [404],
  },
  ...(['put', 'delete'] as const).flatMap((method): Operation[] => [
    {
      method,
      path: '/api/comments/{id}/vote',
      id: method === 'put' ? 'voteForComment' : 'takeBackVoteForComment',
      summary: method === 'put' ? 'Vote for a comment of someone else. Again changes nothing.' : 'Take your vote back.',
      signedIn: true,
      answers: { 200: VoteAnswer },
      problems: [404, 410, 429],
    },
  ]),
];
