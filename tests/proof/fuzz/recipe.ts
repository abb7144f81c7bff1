import * as z from 'zod';
import type { CallResult } from './calls.ts';
import type { Pick } from './values.ts';
import type { Member, World } from './world.ts';

/**
 * A call that should succeed. `after` takes away what it made, or remembers what changed; `drop` takes away what was made
 * for it, whatever became of it.
 */
export type Ready = {
  who?: Member | undefined;
  path?: string;
  body?: unknown;
  headers?: Record<string, string>;
  after?: (done: CallResult) => Promise<unknown> | void;
  drop?: () => Promise<unknown>;
};
export type Recipe = (world: World, pick: Pick) => Promise<Ready> | Ready;

export type Recipes = Record<string, Recipe>;

const Id = z.object({ id: z.string() });
export const tag = (pick: Pick) =>
  pick.of(['tea', 'über', '日本', 'c++', 'c#', 'a.b', 'tea/green', `t${pick.int(500)}`]);
export const query = (values: Record<string, string>) => `?${new URLSearchParams(values)}`;
/** The id in this field of the response. */
export function idIn(answer: unknown, field: string): string {
  const held = typeof answer === 'string' ? (JSON.parse(answer) as unknown) : answer;
  return z
    .record(z.string(), z.unknown())
    .transform((body) => Id.parse(body[field]).id)
    .parse(held);
}

export const by = (who: 'owner' | 'ann' | 'ben' | 'cleo' | 'loner', path?: string): Recipe => {
  return (world) => ({ who: world[who], ...(path === undefined ? {} : { path }) });
};
/** A call by this person about one of Ann's notes. */
export const about = (who: 'ann' | 'ben' | 'cleo', rest = ''): Recipe => {
  return (world, pick) => ({ who: world[who], path: `/api/notes/${pick.of(world.notes)}${rest}` });
};
