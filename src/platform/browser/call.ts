import { send, type Answer } from './api.ts';

/** What goes over the wire by one route of a noun's table. */
export type Wire = { query: unknown; body: unknown; data: unknown };
type PartsOf<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | PartsOf<Rest> : never;
/** `at` fills the `{name}` parts of the path. */
export type Sent<Name, One extends Wire> = ([PartsOf<Name>] extends [never]
  ? { at?: never }
  : { at: Record<PartsOf<Name>, string> }) &
  (undefined extends One['body'] ? { body?: One['body'] } : { body: One['body'] }) & {
    query?: One['query'];
    headers?: Record<string, string>;
  };

/**
 * The calls of a noun's table of routes, by method and path as they stand there; what is sent and what comes back are
 * the table's own types. `type Calls` is what the noun's `server/routes.ts` exports, so no code of it comes along.
 */
export function callsOf<Calls extends Record<keyof Calls, Wire>>() {
  return <Name extends keyof Calls & string>(
    name: Name,
    sent: Sent<Name, Calls[Name]>,
  ): Promise<Answer<Calls[Name]['data']>> => {
    const [method = ''] = name.split(' ');
    const { body, headers } = sent as { body?: unknown; headers?: Record<string, string> };
    return send(method as Parameters<typeof send>[0], addressOf(name, sent), body, '', headers);
  };
}

/** The address of a call, with what it asks. */
export function addressOf(name: string, sent: { at?: Record<string, string>; query?: unknown }): string {
  const [, path = ''] = name.split(' ');
  const address = path.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(sent.at?.[part] ?? ''));
  const given = Object.entries(sent.query ?? {}).filter(([, value]) => value !== undefined);
  const asked = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return asked ? `${address}?${asked}` : address;
}
