/** What people and logs are told of an error. Imports nothing, since a build says why it failed even where it cannot be loaded. */
export function causeOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
