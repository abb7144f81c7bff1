import { channel } from 'node:diagnostics_channel';
import { HttpError } from '../http/problem.ts';
import { asker } from './asker.ts';

/** How many may wait, and how long one waits. */
const max = { length: 40, ms: 60_000 };

const queues = channel('commonplace:reading');

export function tooBusy(): HttpError {
  const detail = 'The server is busy with many files and long texts. Try again in 10 seconds.';
  return new HttpError(503, 'Service Unavailable', detail, { headers: { 'Retry-After': '10' } });
}

/** Somebody who waits: for whom, and in which round they have their turn. */
interface Waiting {
  asker: string;
  round: number;
  resolve: () => void;
  reject: (error: HttpError) => void;
}

/**
 * Lets one in at a time: of each asker one a round, in the order in which they came. Throws HttpError 503 where too many wait,
 * or one waits too long; where it is full, who has fewer there takes the last place of who has most, so that nobody fills it.
 */
export class Line {
  /** The round of whoever has their turn, and for whom that is. */
  #now: { round: number; asker: string } | undefined;
  readonly #waiting: Waiting[] = [];
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  async enter(): Promise<void> {
    const mine = asker();
    if (!this.#now) {
      this.#now = { round: 0, asker: mine };
      return;
    }
    const before = [this.#now, ...this.#waiting].findLast((one) => one.asker === mine);
    const round = before ? before.round + 1 : this.#now.round;
    const at = this.#waiting.findIndex((one) => one.round > round);
    if (this.#waiting.length >= max.length) {
      if (at < 0) throw tooBusy();
      this.#waiting.pop()?.reject(tooBusy());
    }
    const turn = Promise.withResolvers<void>();
    const own: Waiting = { asker: mine, round, resolve: turn.resolve, reject: turn.reject };
    this.#waiting.splice(at < 0 ? this.#waiting.length : at, 0, own);
    this.#tell();
    const timer = setTimeout(() => {
      const place = this.#waiting.indexOf(own);
      if (place >= 0) this.#waiting.splice(place, 1);
      this.#tell();
      turn.reject(tooBusy());
    }, max.ms);
    await turn.promise.finally(() => clearTimeout(timer));
  }

  /** Ends the turn; whether somebody waited for it and has it now. */
  leave(): boolean {
    const next = this.#waiting.shift();
    this.#now = next;
    this.#tell();
    next?.resolve();
    return next !== undefined;
  }

  /** For whoever counts, as /metrics does. */
  #tell(): void {
    queues.publish({ lane: this.#name, length: this.#waiting.length });
  }
}
