import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import {
  checkedAgents,
  ForbiddenAddress,
  isLocalNetworkAddress,
  isPublicAddress,
  type NetworkAccess,
} from '../../../../capture/server/get.ts';
import { hash } from 'node:crypto';
import type { ExportPlace } from '../../../model/scheduled-export.ts';
import type { WrittenFile } from '../../store/written-exports.ts';

/** An address and the account there; `author` signs commits. */
export type Place = Pick<ExportPlace, 'url' | 'username' | 'branch'> & {
  password: string;
  reach: NetworkAccess;
  author: { name: string; email: string };
  now: Date;
};

/** The folder of pictures, beside the files of notes. Both lie within what is the owner's vault. */
export const pictureFolder = 'pictures';

/**
 * A place where our files lie beside the owner's. A file that was changed there since we wrote it is theirs and left alone:
 * the answer is false. Throws `ExportFailure` if it cannot continue.
 */
export interface ExportTarget {
  /** `save` is called after this many files, or bytes of files. */
  batch: { files: number; bytes: number };
  /** How many bytes of pictures may be added. */
  room: number;
  /** What the file with this name holds; undefined if there is none. */
  read(name: string): Promise<Buffer | undefined>;
  put(name: string, content: Buffer, before: WrittenFile | undefined): Promise<boolean>;
  remove(before: WrittenFile): Promise<boolean>;
  /** Makes the last changes permanent; until then they may be lost. */
  save(): Promise<void>;
  close(): Promise<void>;
}

/** Why an export to a place is impossible, and what its owner can do. */
export class ExportFailure extends Error {
  override name = 'ExportFailure';
}

/** An answer that is longer than what we write. */
export class AnswerTooLong extends ExportFailure {
  override name = 'AnswerTooLong';
}

/** The digest by which Git names a file. */
export function digestOf(content: string | Uint8Array): string {
  const bytes = Buffer.from(content);
  return hash('sha1', Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]));
}

export type OutgoingRequest = { method: string; headers?: Record<string, string>; body?: Uint8Array };
export type IncomingAnswer = { status: number; headers: IncomingMessage['headers']; body: AsyncIterable<Uint8Array> };

/** Sends a request to a place that a person named. */
export type SendRequest = (url: string, request: OutgoingRequest) => Promise<IncomingAnswer>;

/** Where a place may be: on the public internet, or in the site operator's own network if the host is allowed. */
export function networkAccessOf(url: string, allowed: readonly string[]): NetworkAccess {
  const isAllowed = allowed.includes(new URL(url).host);
  return { mayReach: (ip) => isPublicAddress(ip) || (isAllowed && isLocalNetworkAddress(ip)) };
}

type Options = { username: string; password: string; reach: NetworkAccess; maxBytes: number; timeoutMs: number };

/**
 * Sends requests to one place that a person named. Its connections are checked against `reach`, as those to captured pages
 * are. The name and password go only to that origin, so a redirect is reported, not followed. `close` ends the
 * connections. Throws `ExportFailure`.
 */
export function outsideClient({ username, password, reach, maxBytes, timeoutMs }: Options): {
  ask: SendRequest;
  close: () => void;
} {
  const agents = checkedAgents(reach, { keepAlive: true, maxSockets: 4 });
  const secret = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const ask: SendRequest = async (address, { method, headers, body }) => {
    const url = new URL(address);
    const isSecure = url.protocol === 'https:';
    const signal = AbortSignal.timeout(timeoutMs);
    const options = {
      method,
      signal,
      agent: isSecure ? agents.https : agents.http,
      headers: { ...headers, Authorization: secret, ...(body ? { 'Content-Length': body.length } : {}) },
    };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = isSecure ? requestHttps(url, options) : requestHttp(url, options);
      request.on('response', resolve).on('error', reject).end(body);
    }).catch((error: unknown) => {
      throw failureOf(error, url, signal);
    });
    const { statusCode: status = 0, headers: answered } = response;
    if (status === 401 || (status === 403 && answered.location === undefined)) {
      response.resume();
      throw new ExportFailure(`${url.host} refused this user name and password (${status}). Correct them.`);
    }
    if (status >= 300 && status < 400 && answered.location !== undefined) {
      response.resume();
      throw new ExportFailure(
        `${url.host} leads on to ${shortOf(answered.location)}. Give the address where it leads in the end.`,
      );
    }
    return { status, headers: answered, body: limited(response, url, signal, maxBytes) };
  };
  return {
    ask,
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

const shortOf = (address: string) => (address.length > 100 ? `${address.slice(0, 100)}…` : address);

async function* limited(
  response: IncomingMessage,
  url: URL,
  signal: AbortSignal,
  maxBytes: number,
): AsyncGenerator<Uint8Array, void> {
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > maxBytes) {
        const max = Math.round(maxBytes / 2 ** 20);
        throw new AnswerTooLong(`${url.host} answers with more than ${max} MB. Use a place for this alone.`);
      }
      yield chunk;
    }
  } catch (error) {
    throw error instanceof ExportFailure ? error : failureOf(error, url, signal);
  }
}

const untrusted =
  'shows a certificate of an authority that isn’t known here. Whoever runs this site can make it known (NODE_EXTRA_CA_CERTS).';

/** Why a host cannot be reached, by Node's error code, where its owner can do something about it. */
const unreached: Readonly<Record<string, string>> = {
  ENOTFOUND: 'is a name that nobody knows. Correct the address.',
  ECONNREFUSED: 'doesn’t answer at this port. Start it, or correct the address.',
  CERT_HAS_EXPIRED: 'shows a certificate that has expired. Renew it there.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'shows a certificate that is for another name. Give the address that it’s for.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  EPROTO: 'doesn’t speak HTTPS at this port. Correct the address.',
};

function failureOf(error: unknown, { host }: URL, signal: AbortSignal): ExportFailure {
  if (signal.aborted) return new ExportFailure(`${host} takes too long to answer.`);
  if (error instanceof ForbiddenAddress) {
    const who = 'whoever runs this site can allow it (EXPORT_HOSTS)';
    return new ExportFailure(`${host} isn’t on the public internet, and exports only go there unless ${who}.`);
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return new ExportFailure(
    `${host} ${unreached[code] ?? (code.includes('CERT') ? untrusted : 'couldn’t be reached.')}`,
  );
}

/** The whole answer. */
export async function bytesOf({ body }: IncomingAnswer): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(body));
}
