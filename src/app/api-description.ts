import * as z from 'zod';
import { assistantRoutes } from '../assistant/server/routes.ts';
import { captureRoutes } from '../capture/server/routes.ts';
import { askingRoutes } from '../mine/server/ask-library.ts';
import { anyone } from '../people/server/callers.ts';
import { avatarRoutes } from '../people/server/routes-avatar.ts';
import { pictureRoutes } from '../pictures/server/routes.ts';
import { environment } from '../platform/server/env.ts';
import { keptAnswers } from '../platform/server/http/kept-answers.ts';
import { operationsOf, route, type Operation, type Routes } from '../platform/server/http/route.ts';
import { transferRoutes } from '../transfer/server/routes.ts';
import { tables } from './api.ts';

/** Caches the description: half a megabyte, which takes longer to make and write than any other public call. */
const answered = keptAnswers(4 * 1024 * 1024);

/** The description includes every call, so it loads the code of all of them, and has a function of its own. */
export const descriptionRoutes = {
  'GET /api/openapi.json': route({
    id: 'describeApi',
    summary: 'Get this description.',
    who: anyone,
    gives: { 200: z.looseObject({}) },
    handle() {
      const { SITE_URL, SITE_NAME } = environment();
      const headers = {
        'Content-Type': 'application/json',
        'Cache-Control': 'public, max-age=300',
        'Netlify-CDN-Cache-Control': 'public, durable, max-age=86400',
        'Access-Control-Allow-Origin': '*',
      };
      return answered({ SITE_NAME, SITE_URL }, headers, async () => ({
        bytes: Buffer.from(JSON.stringify(apiDescription(SITE_NAME, SITE_URL))),
        headers: {},
      }));
    },
  }),
} satisfies Routes;

/** Every call of the API: those of the light function, then those of other functions. */
export const operations = [
  ...tables,
  descriptionRoutes,
  avatarRoutes,
  pictureRoutes,
  captureRoutes,
  transferRoutes,
  assistantRoutes,
  askingRoutes,
].flatMap(operationsOf);

const Problem = z.object({
  type: z.string(),
  status: z.int(),
  title: z.string(),
  detail: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

type Json = Record<string, unknown>;

const tokens =
  'A personal token, made in one’s settings under Saving. What a call names beside it is what the token must allow: read, write (which reads, too), import or export.';

/** The OpenAPI 3.1 description of the API, derived from the schemas that check it. */
export function apiDescription(siteName: string, siteUrl: string): Json {
  return {
    openapi: '3.1.0',
    info: { title: siteName, version: '1', description: 'JSON in, JSON out; errors are RFC 9457 problem documents.' },
    servers: [{ url: siteUrl }],
    paths: pathsOf(operations),
    components: {
      schemas: { Problem: jsonSchema(Problem, 'output') },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-session', description: 'Set by signing in.' },
        token: { type: 'http', scheme: 'bearer', description: tokens },
      },
    },
  };
}

function pathsOf(all: readonly Operation[]): Record<string, Json> {
  const byPath: Record<string, Json> = {};
  for (const operation of all) (byPath[operation.path] ??= {})[operation.method] = pathOf(operation);
  return byPath;
}

function pathOf(operation: Operation): Json {
  return {
    operationId: operation.id,
    summary: operation.summary,
    ...(operation.signedIn ? { security: security(operation) } : {}),
    parameters: [
      ...pathParameters(operation.path),
      ...queryParameters(operation.query),
      ...headerParameters(operation.headers),
    ],
    ...(operation.body
      ? {
          requestBody: {
            required: !operation.body.safeParse(undefined).success,
            content: content(operation.body, 'input', operation.bodyType),
          },
        }
      : {}),
    responses: { ...answers(operation), ...problems(operation) },
  };
}

function security({ scope }: Operation): Json[] {
  return [{ session: [] }, ...(scope === undefined ? [] : [{ token: [scope] }])];
}

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', ...(name === 'uuid' || name === 'id' ? { format: 'uuid' } : {}) },
  }));
}

function queryParameters(query: z.ZodObject | undefined): Json[] {
  return Object.entries(query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !(schema as z.ZodType).safeParse(undefined).success,
    schema: jsonSchema(schema as z.ZodType, 'input'),
  }));
}

function headerParameters(headers: Operation['headers'] = []): Json[] {
  return headers.map(({ name, description, pattern }) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string', pattern },
  }));
}

function answers({ answers: byStatus, files = {} }: Operation): Json {
  const others = Object.entries(files).map(([type, description]) => [
    type,
    { schema: type.startsWith('text/') ? { type: 'string', description } : { contentMediaType: type, description } },
  ]);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, schema]) => {
      const more = status === '200' ? (Object.fromEntries(others) as Json) : {};
      const all = { ...(schema && content(schema, 'output')), ...more };
      return [status, { description: 'Done.', ...(Object.keys(all).length > 0 && { content: all }) }];
    }),
  );
}

/** The errors of a call. Every call may answer 500 and 503, and every write 403 if it comes from another site. */
function problems({ method, signedIn, problems: own = [] }: Operation): Json {
  const statuses = new Set([...own, ...(signedIn ? [401] : []), ...(method === 'get' ? [] : [403]), 500, 503]);
  const problem = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  return Object.fromEntries(
    [...statuses].map((status) => [status, { description: 'A problem document.', content: problem }]),
  );
}

function content(schema: z.ZodType, io: 'input' | 'output', type = 'application/json'): Json {
  return { [type]: { schema: jsonSchema(schema, io) } };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
