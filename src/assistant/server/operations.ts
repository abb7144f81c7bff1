import { AnswerLine, Question } from '../model/asking.ts';
import { badBody, type Operation } from '../../platform/server/http/api-operation.ts';
import { SuggestedTags, TagsQuestion } from './suggest-tags.ts';

export const assistant: Operation[] = [
  {
    method: 'post',
    path: '/api/assistant/ask',
    id: 'ask',
    summary:
      'Ask a note, or all public ones, a question. The answer is lines of JSON (application/x-ndjson) as they come: the passages that speak of it, what a model writes about them where there is one, and which engine had the last word.',
    signedIn: true,
    body: Question,
    answers: { 200: AnswerLine },
    problems: [...badBody, 404, 410, 429, 503],
  },
  {
    method: 'post',
    path: '/api/assistant/tags',
    id: 'suggestTags',
    summary:
      'Tags for what is being written, the best first, at most three. Nothing of it is stored or sent elsewhere.',
    signedIn: true,
    body: TagsQuestion,
    answers: { 200: SuggestedTags },
    problems: [...badBody, 429],
  },
];
