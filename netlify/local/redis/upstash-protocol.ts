/** The format of requests and answers of Upstash's REST interface, independent of any connection. */

export type Reply = null | number | string | Buffer | Error | Reply[];
export type Answer = { result: unknown } | { error: string };

/** A request that cannot be understood; the message has Upstash's wording. */
export class BadCommand extends Error {
  override name = 'BadCommand';
}

/** Commands that change the single connection that all requests share. Upstash does not offer them either. */
const unavailable = new Set(
  `AUTH BGREWRITEAOF BGSAVE BLMOVE BLMPOP BLPOP BRPOP BRPOPLPUSH BZMPOP BZPOPMAX BZPOPMIN CLIENT CLUSTER CONFIG DEBUG DISCARD
  EXEC FAILOVER HELLO MIGRATE MODULE MONITOR MULTI PSUBSCRIBE PSYNC PUNSUBSCRIBE QUIT REPLICAOF RESET SAVE SELECT SHUTDOWN
  SLAVEOF SSUBSCRIBE SUBSCRIBE SUNSUBSCRIBE SWAPDB SYNC UNSUBSCRIBE UNWATCH WAIT WAITAOF WATCH`.split(/\s+/),
);

/** One command, from the parsed body of a request. Throws `BadCommand`. */
export function commandFrom(value: unknown, failure = 'ERR failed to parse command'): string[] {
  if (!Array.isArray(value)) throw new BadCommand(failure);
  if (value.length === 0) throw new BadCommand('ERR empty command');
  return value.map((argument: unknown) => {
    if (typeof argument === 'string') return argument;
    if (typeof argument === 'number' || typeof argument === 'boolean') return String(argument);
    throw new BadCommand(failure);
  });
}

/** Several commands, from the parsed body of a request. Throws `BadCommand`. */
export function commandsFrom(value: unknown, kind: 'pipeline' | 'multi-exec'): string[][] {
  const failure = `ERR failed to parse ${kind} request`;
  if (!Array.isArray(value)) throw new BadCommand(failure);
  if (value.length === 0) throw new BadCommand(`ERR empty ${kind} request`);
  return value.map((command: unknown) => commandFrom(command, failure));
}

/** Why this command may not run here, in Upstash's words; undefined if it may. */
export function refusal(command: string[]): string | undefined {
  const name = (command[0] ?? '').toUpperCase();
  if (!unavailable.has(name)) return undefined;
  return `ERR Command is not available: '${name}'. See https://upstash.com/docs/redis/overall/compatibility for details`;
}

/** A reply as the JSON that clients expect. With `base64` every text is encoded, except for a plain OK. */
export function answerFrom(reply: Reply, base64: boolean): Answer {
  if (reply instanceof Error) return { error: reply.message };
  return { result: reply === 'OK' ? 'OK' : encoded(reply, base64) };
}

function encoded(reply: Reply, base64: boolean): unknown {
  if (Array.isArray(reply)) return reply.map((item) => encoded(item, base64));
  if (reply instanceof Error) return encoded(reply.message, base64);
  if (reply === null || typeof reply === 'number') return reply;
  const bytes = typeof reply === 'string' ? Buffer.from(reply) : reply;
  return bytes.toString(base64 ? 'base64' : 'utf8');
}
