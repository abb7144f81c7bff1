import { channel } from 'node:diagnostics_channel';
import { HttpError } from '../http/problem.ts';
import { currentClient } from './current-client.ts';

/** How many calls may wait, and for how long. */
const max = { length: 40, ms: 60_000 };

const queues = channel('commonplace:reading');

export function busyError(): HttpError {
  const detail = 'The server is busy with many files and long texts. Try again in 10 seconds.';
  return new HttpError(503, 'Service Unavailable', detail, { headers: { 'Retry-After': '10' } });
}

/** A waiting call: its client, and the round of its turn. */
interface Waiting {
  client: string;
  round: number;
  resolve: () => void;
  reject: (error: HttpError) => void;
}

/**
 * A queue that admits one call at a time: one of each client per round, in order of arrival. Throws HttpError 503 if too
 * many wait, or one waits too long. If the queue is full, a client with fewer calls takes the last place of the client with
 * most, so that nobody can fill it.
 */
export class FairQueue {
  /** The round and the client of the call that has its turn. */
  #now: { round: number; client: string } | undefined;
  readonly #waiting: Waiting[] = [];
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  async enter(): Promise<void> {
    const mine = currentClient();
    if (!this.#now) {
      this.#now = { round: 0, client: mine };
      return;
    }
    const before = [this.#now, ...this.#waiting].findLast((one) => one.client === mine);
    const round = before ? before.round + 1 : this.#now.round;
    const at = this.#waiting.findIndex((one) => one.round > round);
    if (this.#waiting.length >= max.length) {
      if (at < 0) throw busyError();
      this.#waiting.pop()?.reject(busyError());
    }
    const turn = Promise.withResolvers<void>();
    const entry: Waiting = { client: mine, round, resolve: turn.resolve, reject: turn.reject };
    this.#waiting.splice(at < 0 ? this.#waiting.length : at, 0, entry);
    this.#publishLength();
    const timer = setTimeout(() => {
      const place = this.#waiting.indexOf(entry);
      if (place >= 0) this.#waiting.splice(place, 1);
      this.#publishLength();
      turn.reject(busyError());
    }, max.ms);
    await turn.promise.finally(() => clearTimeout(timer));
  }

  /** Ends the turn. Returns whether the next call has it now. */
  leave(): boolean {
    const next = this.#waiting.shift();
    this.#now = next;
    this.#publishLength();
    next?.resolve();
    return next !== undefined;
  }

  /** For subscribers that count, such as /metrics. */
  #publishLength(): void {
    queues.publish({ lane: this.#name, length: this.#waiting.length });
  }
}
