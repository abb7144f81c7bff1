import { Redis as UpstashRedis } from '@upstash/redis';
import { inOneTrip } from './one-trip.ts';
import { restTransport } from './transport.ts';

export { withWrites, type Writes } from './one-trip.ts';
export { StoreUnreachable, failureInWords, takesNothingNew, unlessClosed } from './store-unreachable.ts';

export interface Connection {
  /** Base address of the REST interface. */
  url: string;
  token: string;
  /** How long an answer may take to begin before the store counts as unreachable, in milliseconds. */
  timeoutMs?: number;
  /** Hears of every time without answers, once it is over. */
  onBack?: (outage: { since: Date; until: Date; words: string }) => Promise<void>;
}

/**
 * The client through which everything reaches the database. Opens nothing before the first command.
 *
 * Replies come back as the strings that they are, without the client's JSON guessing: "123" stays a string, and what
 * is JSON is parsed by its schema, where it is read. Throws StoreUnreachable where the database does not answer;
 * errors of commands are the library's UpstashError.
 */
export function connect(connection: Connection): Redis {
  return new Redis(connection);
}

/** The Upstash client over our own transport. */
export class Redis extends UpstashRedis {
  constructor({ url, token, timeoutMs = 3000, onBack }: Connection) {
    super({ url, token, automaticDeserialization: false, enableAutoPipelining: false, enableTelemetry: false });
    const transport = restTransport({ url, token, timeoutMs, onBack });
    this.client = { ...transport, request: inOneTrip(transport) };
  }
}
