import type * as z from 'zod';
import type { RateName } from '../../model/limits.ts';
import type { CallContext, Method } from './endpoint.ts';
import { isReadOnly } from '../store/redis.ts';
import { checked, readJson } from './read-json.ts';

/** Who may call a route: how a request proves it, and how the API's description states it. */
export interface CallerCheck<Caller> {
  signedIn?: true;
  /** The scope of a personal token that is accepted in place of a session. Without it, no token is. */
  scope?: string;
  /** Statuses of its refusals, besides the 401 of `signedIn`. */
  problems?: readonly number[];
  /** Finds the caller, and counts the call against the limit that `rate` gives. Throws HttpError for everybody else. */
  find(request: Request, context: CallContext, now: Date, rate: RateOfCall): Promise<Caller>;
}

/** The limit that counts a call; none if its input is invalid. This reads the input, so find out first who is calling. */
export type RateOfCall = () => Promise<RateName | undefined>;

/** What a handler gets, checked. */
interface Call<Caller, At, Query, Body, Read> {
  request: Request;
  context: CallContext;
  caller: Caller;
  at: At;
  query: Query;
  body: Body;
  read: Read;
  now: Date;
}

type Gives = Readonly<Record<number, z.ZodType | null>>;
/** Data that may be readonly, since sending it does not change it. */
type Sendable<Data> = Data extends readonly (infer One)[]
  ? readonly Sendable<One>[]
  : Data extends object
    ? { readonly [Name in keyof Data]: Sendable<Data[Name]> }
    : Data;
type DataOf<Schema> = Schema extends z.ZodType ? Sendable<z.input<Schema>> : undefined;
type Replies<Given extends Gives> = {
  [Status in keyof Given & number]: Reply<Status, DataOf<Given[Status]>>;
}[keyof Given & number];
/** A handler may return bare data if its route has a single status. With several, it has to name one by `reply`. */
type Alone<Given extends Gives> =
  IsUnion<keyof Given> extends true
    ? never
    : DataOf<Given[keyof Given]> | (null extends Given[keyof Given] ? void : never);
type IsUnion<All, One = All> = One extends unknown ? ([All] extends [One] ? false : true) : never;
/** What a handler returns: the data of the only status, a status of several by `reply`, or an answer that is no JSON. */
type Result<Given extends Gives> = Alone<Given> | Replies<Given> | Response;

/** One call of the API. The checks run in the order of these fields; the handler runs when all of them passed. */
export interface Route<
  Caller,
  At = CallContext['params'],
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Given extends Gives = Gives,
  Read = undefined,
> {
  /** The name of the operation in the description. */
  id: string;
  summary: string;
  /** Checks the parameters of the path. Without it, the handler gets them as they are. */
  at?: (request: Request, context: CallContext) => At;
  who: CallerCheck<Caller>;
  query?: Query;
  headers?: Operation['headers'];
  /** The JSON body, of at most `maxBytes` (64 KB). It may be left out if the schema accepts undefined. */
  body?: Body;
  maxBytes?: number;
  /** A body that the handler reads itself, for the description. */
  readsBody?: { schema: z.ZodType; type?: string };
  /** Counts only calls whose input is valid. */
  rate?: RateName;
  /** The route only reads, whatever its method: it still answers, uncounted, while the store refuses writes. */
  onlyReads?: true;
  /** The schema of each successful status; null for no content. */
  gives: Given;
  /** What a 200 may be instead of JSON: by media type, what it holds. */
  files?: Record<string, string>;
  /** Statuses of the refusals that the handler throws. The others follow from the fields above. */
  problems?: readonly number[];
  /**
   * Reads what the handler needs from the store whoever calls, and passes it as `read`. It runs together with the look-up
   * of the caller, in one round trip, once the cookie or token is known to be well-formed. It must write nothing, and
   * nothing of it may be revealed before the checks have passed.
   */
  reads?: (sent: { request: Request; at: At; query: z.output<Query>; body: z.output<Body> }) => Promise<Read>;
  handle(call: Call<Caller, At, z.output<Query>, z.output<Body>, Read>): Result<Given> | Promise<Result<Given>>;
}

type AnyRoute = Route<unknown, unknown, z.ZodType, z.ZodType, Gives, unknown>;

/**
 * A table of routes, by method and path, with `{name}` for parameters of the path. The type says little about a route, so
 * that each route's types are inferred from its own fields.
 */
export type Routes = Readonly<Record<`${Method} /api/${string}`, Pick<AnyRoute, 'id' | 'summary'>>>;

/** Returns the route unchanged. It is there so that the handler's types are inferred from the other fields. */
export function route<
  Caller,
  const Given extends Gives,
  At = CallContext['params'],
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Read = undefined,
>(one: Route<Caller, At, Query, Body, Given, Read>): Route<Caller, At, Query, Body, Given, Read> {
  return one;
}

class Reply<Status, Data> {
  readonly status: Status;
  readonly data: Data;
  readonly headers: HeadersInit;

  constructor(status: Status, data: Data, headers: HeadersInit) {
    this.status = status;
    this.data = data;
    this.headers = headers;
  }
}

/** An answer with one of the statuses that the route gives, or with headers. */
export function reply<const Status extends number, const Data>(
  status: Status,
  data: Data,
  headers: HeadersInit = {},
): OneOf<Status, Data> {
  return new Reply(status, data, headers) as OneOf<Status, Data>;
}
type OneOf<Status, Data> = Status extends unknown ? Reply<Status, Data> : never;

/** Answers a call by its route. Throws HttpError, which `endpoint` puts into words. */
export async function answerBy(one: AnyRoute, request: Request, context: CallContext): Promise<Response> {
  const now = new Date();
  const at = one.at ? one.at(request, context) : context.params;
  const sent = once(() => inputOf(one, request));
  const reading = once(async () => one.reads?.({ request, at, ...(await sent()) }));
  const rate = async () => {
    if (!(await succeeds(sent()))) return undefined;
    void succeeds(reading());
    return one.rate;
  };
  const caller = await one.who.find(request, context, now, rate).catch((error: unknown) => {
    // A store that refuses writes cannot count calls either. Reads go on uncounted.
    if (!(one.onlyReads || request.method === 'GET') || !isReadOnly(error)) throw error;
    return one.who.find(request, context, now, async () => undefined);
  });
  const { query, body } = await sent();
  const result = await one.handle({ request, context, caller, at, query, body, read: await reading(), now });
  if (result instanceof Response) return result;
  const { status, data, headers } =
    result instanceof Reply
      ? (result as Reply<number, unknown>)
      : { status: onlyStatus(one), data: result, headers: {} };
  return data === undefined ? new Response(null, { status, headers }) : Response.json(data, { status, headers });
}

type Sent = { query: unknown; body: unknown };

async function inputOf(one: AnyRoute, request: Request): Promise<Sent> {
  const query = one.query && checked(Object.fromEntries(new URL(request.url).searchParams), one.query);
  return { query, body: await bodyOf(one, request) };
}

function once<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let started: Promise<Value> | undefined;
  return () => (started ??= work());
}

const succeeds = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  );

function bodyOf({ body: schema, maxBytes = 64 * 1024 }: AnyRoute, request: Request): unknown {
  if (!schema || (!request.headers.has('Content-Type') && mayBeLeftOut(schema))) return undefined;
  return readJson(request, schema, maxBytes);
}

const mayBeLeftOut = (schema: z.ZodType) => schema.safeParse(undefined).success;
const onlyStatus = ({ gives }: AnyRoute) => Number(Object.keys(gives)[0]);

/** A call in the API's description. `problems` are the statuses of its problem documents beside 500 and, for writes, 403. */
export interface Operation {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  id: string;
  summary: string;
  signedIn?: boolean;
  /** The scope of a personal token that is accepted in place of a session. Without it, no token is. */
  scope?: string;
  query?: z.ZodObject;
  headers?: { name: string; description: string; pattern: string }[];
  body?: z.ZodType;
  /** The media type of the body; JSON by default. */
  bodyType?: string;
  answers: Readonly<Record<number, z.ZodType | null>>;
  /** What a 200 may be instead of JSON: by media type, what it holds. */
  files?: Record<string, string>;
  problems?: number[];
}

/** Statuses for a body that is invalid, too large or of the wrong type. */
const badBody = [400, 413, 415];

/** The routes of a table as calls in the API's description. */
export function operationsOf(table: Routes): Operation[] {
  return entriesOf(table).map(([method, path, one]) => {
    const { id, summary, who, query, headers, body, readsBody, rate, gives, files, problems = [] } = one;
    const sent = body ?? readsBody?.schema;
    const refusals = [...(query ? [400] : []), ...(sent ? badBody : []), ...(who.problems ?? []), ...problems];
    return {
      method: method.toLowerCase() as Operation['method'],
      path,
      id,
      summary,
      answers: gives,
      problems: [...new Set([...refusals, ...(rate ? [429] : [])])],
      ...(who.signedIn && { signedIn: true }),
      ...(who.scope !== undefined && { scope: who.scope }),
      ...(query && { query: query as z.ZodObject }),
      ...(headers && { headers }),
      ...(sent && { body: sent }),
      ...(readsBody?.type !== undefined && { bodyType: readsBody.type }),
      ...(files && { files }),
    };
  });
}

/** The rows of a table, each as method, path and route. */
export function entriesOf(table: Routes): [method: Method, path: string, one: AnyRoute][] {
  return Object.entries(table).map(([name, one]) => {
    const [method, path = ''] = name.split(' ');
    return [method as Method, path, one as AnyRoute];
  });
}

/** What a browser sends and receives for each route of a table. */
export type CallsOf<Table> = {
  [Name in keyof Table]: Table[Name] extends { query?: infer Query; body?: infer Body; gives: infer Given }
    ? { query: InputOf<Query>; body: Sendable<InputOf<Body>>; data: OutputOf<Given[keyof Given]> }
    : never;
};
type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;
type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
