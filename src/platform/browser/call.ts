import { send, type Answer } from './api.ts';

/** What goes over the wire by one route of a noun's table. */
type Wire = { query: unknown; body: unknown; data: unknown };
type PartsOf<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | PartsOf<Rest> : never;
/** `at` fills the `{name}` parts of the path. */
type Sent<Name, One extends Wire> = ([PartsOf<Name>] extends [never]
  ? { at?: never }
  : { at: Record<PartsOf<Name>, string> }) &
  (undefined extends One['body'] ? { body?: One['body'] } : { body: One['body'] }) & { query?: One['query'] };

/**
 * The calls of a noun's table of routes, by method and path as they stand there; what is sent and what comes back are
 * the table's own types. `type Calls` is what the noun's `server/routes.ts` exports, so no code of it comes along.
 */
export function callsOf<Calls extends Record<keyof Calls, Wire>>() {
  return <Name extends keyof Calls & string>(
    name: Name,
    sent: Sent<Name, Calls[Name]>,
  ): Promise<Answer<Calls[Name]['data']>> => {
    const [method = '', path = ''] = name.split(' ');
    const { at, query, body } = sent as { at?: Record<string, string>; query?: object; body?: unknown };
    const address = path.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(at?.[part] ?? ''));
    const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
    const asked = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
    return send(method as Parameters<typeof send>[0], asked ? `${address}?${asked}` : address, body);
  };
}
