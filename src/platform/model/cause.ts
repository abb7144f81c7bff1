/** An error's message, for people and logs. Imports nothing: a build that fails to load still has to say why. */
export function causeOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Whether SQLite or the system failed, which nothing that somebody wrote causes. */
export function isSystemError(error: unknown): boolean {
  return error instanceof Error && ('errcode' in error || 'errno' in error);
}
