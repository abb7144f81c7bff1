import { callsOf } from '../../platform/browser/api.ts';
import { pagesOf, queriesOf } from '../../platform/browser/use-query.ts';
import type { WritingCalls } from '../server/routes.ts';

/** The calls about notes, drafts and versions, and their GETs as hooks. */
export const call = callsOf<WritingCalls>();
export const useCall = queriesOf<WritingCalls>();
export const useCallPages = pagesOf<WritingCalls>();
export type BinPage = WritingCalls['GET /api/bin']['data'];
export type OwnTag = WritingCalls['GET /api/tags']['data']['tags'][number];
export type TagsChanged = WritingCalls['POST /api/tags/rename']['data'];
export type TitleSuggestion = WritingCalls['GET /api/titles']['data']['notes'][number];
