import * as z from 'zod';
import { pause } from '../running.ts';

/** An acknowledged write: its path, and the text expected there. */
type Acknowledged = { path: string; holds: string };

const Signed = z.object({ cookie: z.string() });
const Note = z.object({ note: z.object({ uuid: z.string() }), path: z.string() });
const Comment = z.object({ comment: z.object({ id: z.string() }) });
const answerMs = 20_000;

/** A writer that writes continuously, and remembers what was acknowledged. */
export class ChaosWriter {
  readonly acknowledged: Acknowledged[] = [];
  /** Calls that failed or got no response, by reason. */
  readonly failures = new Map<string, number>();
  readonly #url: string;
  #cookie = '';
  #going: Promise<void> | undefined;
  #stopped = false;
  #count = 0;

  constructor(url: string) {
    this.#url = url;
  }

  async signUp(handle: string): Promise<void> {
    const body = { email: `${handle}@example.org`, handle, password: 'three grey herons wait' };
    const answer = await this.#send('POST', '/api/auth/signup', body);
    if (answer.status !== 201) throw new Error(`Signing up was answered ${answer.status}: ${await answer.text()}`);
    this.#cookie = Signed.parse({ cookie: answer.headers.getSetCookie()[0]?.split(';')[0] }).cookie;
  }

  /** Starts writing until it is stopped. */
  begin(): void {
    this.#going = (async () => {
      while (!this.#stopped) {
        await this.write().catch((error: unknown) =>
          this.#failed(error instanceof Error ? error.message : String(error)),
        );
        await pause(100);
      }
    })();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#going;
  }

  /** Writes a note with a comment; returns the note's path once it was acknowledged, undefined if it was not. */
  async write(): Promise<string | undefined> {
    const title = `Written ${(this.#count += 1)} amid the noise`;
    const answer = await this.#send('POST', '/api/notes', { title, body: `It says ${title}.` });
    if (answer.status !== 201) {
      await answer.text();
      this.#failed(String(answer.status));
      return undefined;
    }
    const { note, path } = Note.parse(await answer.json());
    this.acknowledged.push({ path: `/api/notes/${note.uuid}`, holds: title });
    const said = await this.#send('POST', `/api/notes/${note.uuid}/comments`, { body: `Said of ${title}` }).catch(
      () => undefined,
    );
    if (said?.status === 201) {
      const { comment } = Comment.parse(await said.json());
      this.acknowledged.push({ path: `/api/comments/${comment.id}`, holds: `Said of ${title}` });
    } else await said?.text().catch(() => undefined);
    return path;
  }

  /** Whether this page is a static file by now: only a function's response has cache headers for the CDN. */
  async isPublished(path: string): Promise<boolean> {
    const answer = await this.#send('GET', path);
    await answer.text();
    return answer.status === 200 && !answer.headers.has('Netlify-CDN-Cache-Control');
  }

  /** The acknowledged writes that are missing. */
  async lost(): Promise<string[]> {
    const lost: string[] = [];
    for (const { path, holds } of this.acknowledged) {
      const answer = await this.#send('GET', path);
      const text = await answer.text();
      if (answer.status !== 200 || !text.includes(holds)) lost.push(`${path} (${answer.status})`);
    }
    return lost;
  }

  #failed(what: string): void {
    this.failures.set(what, (this.failures.get(what) ?? 0) + 1);
  }

  #send(method: string, path: string, body?: object): Promise<Response> {
    return fetch(this.#url + path, {
      method,
      headers: {
        Origin: this.#url,
        ...(this.#cookie && { Cookie: this.#cookie }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerMs),
    });
  }
}
