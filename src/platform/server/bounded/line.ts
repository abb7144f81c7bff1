import { channel } from 'node:diagnostics_channel';
import { HttpError } from '../http/problem.ts';

/** How many may wait, and how long one waits. */
const max = { length: 40, ms: 60_000 };

const queues = channel('commonplace:reading');

export function tooBusy(): HttpError {
  const detail = 'The server is busy with many files and long texts. Try again in 10 seconds.';
  return new HttpError(503, 'Service Unavailable', detail, { headers: { 'Retry-After': '10' } });
}

/** Lets one in at a time, in the order in which they came. Throws HttpError 503 where too many wait, or one waits too long. */
export class Line {
  #busy = false;
  readonly #waiting: (() => void)[] = [];
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  async enter(): Promise<void> {
    if (this.#busy) {
      if (this.#waiting.length >= max.length) throw tooBusy();
      const turn = Promise.withResolvers<void>();
      this.#waiting.push(turn.resolve);
      this.#tell();
      const timer = setTimeout(() => {
        const at = this.#waiting.indexOf(turn.resolve);
        if (at >= 0) this.#waiting.splice(at, 1);
        this.#tell();
        turn.reject(tooBusy());
      }, max.ms);
      await turn.promise.finally(() => clearTimeout(timer));
    }
    this.#busy = true;
  }

  /** Ends the turn; whether somebody waited for it and has it now. */
  leave(): boolean {
    const next = this.#waiting.shift();
    this.#busy = next !== undefined;
    this.#tell();
    next?.();
    return next !== undefined;
  }

  /** For whoever counts, as /metrics does. */
  #tell(): void {
    queues.publish({ lane: this.#name, length: this.#waiting.length });
  }
}
