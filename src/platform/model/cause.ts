/** An error's message, for people and logs. Imports nothing: a build that fails to load still has to say why. */
export function causeOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
