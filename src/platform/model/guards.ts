/** The guards that a page may name. `auth` lets signed-in people in, `moderator` those of them who moderate. */
const guards = ['auth', 'moderator'] as const;
export type GuardName = (typeof guards)[number];

/** The guard of this name. Throws for a name that nobody defined: a page must never stay open by a slip of spelling. */
export function guardNamed(name: string): GuardName {
  const guard = guards.find((known) => known === name);
  if (guard === undefined) throw new Error('Unknown route middleware');
  return guard;
}

/** The pages that only some may see, with the guard that each names. Part of every build's route rules. */
export const guardedPaths: Readonly<Record<string, GuardName>> = {
  '/inbox': 'auth',
  '/new': 'auth',
  '/user': 'auth',
  '/note/copy': 'auth',
  '/moderation': 'moderator',
};
