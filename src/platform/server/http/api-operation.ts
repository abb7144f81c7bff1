import type { z } from 'zod';

/** One call of the API. `problems` are the statuses of its problem documents beside 500 and, for writes, 403. */
export interface Operation {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  id: string;
  summary: string;
  signedIn?: boolean;
  /** What a personal token must allow that stands in place of the session; without it none does. */
  scope?: string;
  query?: z.ZodObject;
  headers?: { name: string; description: string; pattern: string }[];
  body?: z.ZodType;
  /** What the body is sent as; JSON where nothing is said. */
  bodyType?: string;
  answers: Readonly<Record<number, z.ZodType | null>>;
  /** What a 200 may be instead of JSON: by media type, what it holds. */
  files?: Record<string, string>;
  problems?: number[];
}

/** The problems of a body that is not what a call wants. */
export const badBody = [400, 413, 415];
