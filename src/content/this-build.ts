/** The build that is running: its id, and when it began in milliseconds since 1970. `dev` outside of a build. */
export function thisBuild(): { id: string; timestamp: number } {
  return { id: process.env.BUILD_ID ?? 'dev', timestamp: Number(process.env.BUILD_TIMESTAMP ?? 0) };
}
