import { Agent, request } from 'node:http';
import { percentile } from '../../bench/person.ts';
import { pickOf, type Pick } from '../fuzz/values.ts';
import { pause } from '../running.ts';

export type RequestSpec = {
  method: string;
  path: string;
  cookie?: string;
  body?: object | Buffer;
  type?: string;
  headers?: Record<string, string>;
};
export type TimedResponse = { status: number; ms: number; retryAfter: string | undefined; text: string };

const agent = new Agent({ keepAlive: true, maxSockets: 1000 });
const hangMs = 30_000;

type Sending = {
  /** When it should have been sent: `ms` counts from then. Now, unless given. */
  due?: number;
  /** Without texts, a client leaves no garbage whose collection would count as the server's time. */
  keepsText?: boolean;
  isSecond?: boolean;
};

/**
 * One request; status 0 where the connection broke or nothing came.
 * A connection that the server closed while it lay idle is no answer of the server: as browsers do, another one is used.
 */
export function sendRequest(
  url: string,
  asked: RequestSpec,
  { due = performance.now(), keepsText = true, isSecond = false }: Sending = {},
): Promise<TimedResponse> {
  const { method, path, cookie, body, type = 'application/json', headers: others } = asked;
  const sent = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  const headers = {
    Origin: url,
    ...others,
    ...(cookie && { Cookie: cookie }),
    ...(sent && { 'Content-Type': type, 'Content-Length': sent.length }),
  };
  return new Promise((resolve) => {
    const failed = () => resolve({ status: 0, ms: performance.now() - due, retryAfter: undefined, text: '' });
    const outgoing = request(url + path, { method, headers, agent, timeout: hangMs }, (answer) => {
      const parts: Buffer[] = [];
      if (keepsText) answer.on('data', (part: Buffer) => parts.push(part));
      else answer.resume();
      answer.on('error', failed);
      answer.on('end', () => {
        const { statusCode: status = 0 } = answer;
        resolve({
          status,
          ms: performance.now() - due,
          retryAfter: answer.headers['retry-after'],
          text: Buffer.concat(parts).toString(),
        });
      });
    });
    outgoing
      .on('timeout', () => outgoing.destroy())
      .on('error', (error: NodeJS.ErrnoException) => {
        if (outgoing.reusedSocket && error.code === 'ECONNRESET' && !isSecond)
          resolve(sendRequest(url, asked, { due, keepsText, isSecond: true }));
        else failed();
      })
      .end(sent);
  });
}

export type Mixture = (pick: Pick) => { kind: string; asked: RequestSpec };
export type Measured = { kind: string; status: number; ms: number; retryAfter: string | undefined };

/** Sends `rate` requests a second for this long, each on schedule whether or not earlier ones were answered. */
export async function openLoop(
  url: string,
  mixture: Mixture,
  { rate, seconds, seed }: { rate: number; seconds: number; seed: number },
): Promise<Measured[]> {
  const done: Measured[] = [];
  const going = new Set<Promise<void>>();
  const began = performance.now();
  for (let number = 0; number < rate * seconds; number += 1) {
    const due = began + (number * 1000) / rate;
    const early = due - performance.now();
    if (early > 1) await pause(early);
    const { kind, asked } = mixture(pickOf(seed, number));
    const one: Promise<void> = sendRequest(url, asked, { due, keepsText: false }).then(({ status, ms, retryAfter }) => {
      done.push({ kind, status, ms, retryAfter });
      going.delete(one);
    });
    going.add(one);
  }
  await Promise.all(going);
  return done;
}

const isError = ({ status }: Measured) => status === 0 || status >= 400;
const rounded = (ms: number) => Math.round(ms * 10) / 10;

export function latencies(all: readonly Measured[]) {
  const served = all.filter((one) => !isError(one)).map(({ ms }) => ms);
  return {
    requests: all.length,
    errors: all.filter(isError).length,
    p50: rounded(percentile(served, 0.5)),
    p99: rounded(percentile(served, 0.99)),
  };
}

/** The same figures for each kind of request. */
export function byKind(all: readonly Measured[]) {
  return [...Map.groupBy(all, ({ kind }) => kind)].map(([kind, some]) => ({ kind, ...latencies(some) }));
}
