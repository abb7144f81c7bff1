import { randomBytes } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import * as z from 'zod';
import { Note, type NewNote } from '../../src/notes/model/note.ts';

export type Person = { handle: string; email: string; password: string; name: string };

/** A person who has not signed up yet. */
export function newPerson(): Person {
  const handle = `p${randomBytes(6).toString('hex')}`;
  return { handle, email: `${handle}@example.org`, password: `a long phrase of ${handle}`, name: `Person ${handle}` };
}

/** The first person to sign up on a worker's product, and so its owner. */
export const siteOwner: Person = {
  handle: 'the_owner',
  email: 'the_owner@example.org',
  password: 'a long phrase of the owner',
  name: 'The Owner',
};

const Written = z.object({ note: Note, path: z.string() });
export type Written = z.infer<typeof Written>;

/** A person signed in with this context's cookies, who writes through the API as our own pages do. */
export class ApiUser {
  readonly person: Person;
  readonly #request: APIRequestContext;
  readonly #origin: string;

  private constructor(person: Person, request: APIRequestContext, origin: string) {
    this.person = person;
    this.#request = request;
    this.#origin = origin;
  }

  static async signUp(request: APIRequestContext, origin: string, person = newPerson()): Promise<ApiUser> {
    const writer = new ApiUser(person, request, origin);
    await writer.#send('post', '/api/auth/signup', person, 201);
    return writer;
  }

  /** Signs in a person who has an account. */
  static async signIn(request: APIRequestContext, origin: string, person: Person): Promise<ApiUser> {
    const writer = new ApiUser(person, request, origin);
    await writer.#send('post', '/api/auth/signin', { email: person.email, password: person.password }, 200);
    return writer;
  }

  async write(note: Partial<NewNote> & { title: string }): Promise<Written> {
    return Written.parse(await this.#send('post', '/api/notes', { body: 'A body.', ...note }, 201));
  }

  async change(note: Note, patch: Partial<NewNote>): Promise<Written> {
    return Written.parse(await this.#send('patch', `/api/notes/${note.uuid}`, { rev: note.rev, ...patch }, 200));
  }

  /** Moves one of their notes to the bin. */
  async remove({ uuid }: Note): Promise<void> {
    await this.#send('post', '/api/library/actions', { ids: [uuid], action: 'delete' }, 200);
  }

  /** Votes for a note, or saves it to the reading list. */
  async mark(noteUuid: string, how: 'vote' | 'save'): Promise<void> {
    await this.#send('put', `/api/notes/${noteUuid}/${how}`, undefined, 200);
  }

  /** Reports a note or comment of someone else. */
  async report(subject: string, id: string): Promise<void> {
    await this.#send('post', '/api/reports', { subject, id, reason: 'spam' }, 201);
  }

  /** Makes a moderation decision. */
  async decide(decision: object): Promise<void> {
    await this.#send('post', '/api/moderation/decisions', { reason: 'Against the rules.', ...decision }, 201);
  }

  /** Comments on a note, or answers a comment there; returns the new comment's id. */
  async comment(noteUuid: string, body: string, parent?: string): Promise<string> {
    const answer = { body, ...(parent === undefined ? {} : { parent }) };
    const said = await this.#send('post', `/api/notes/${noteUuid}/comments`, answer, 201);
    return z.object({ comment: z.object({ id: z.string() }) }).parse(said).comment.id;
  }

  /** Highlights these words in the copy of a note, with a comment. */
  async highlight(noteUuid: string, quote: string, comment: string): Promise<void> {
    const passage = { quote, prefix: '', suffix: '', start: 0, comment };
    await this.#send('post', `/api/notes/${noteUuid}/highlights`, passage, 201);
  }

  /** The response status of a path for this person. */
  async statusOf(path: string): Promise<number> {
    return (await this.#request.get(this.#origin + path, { maxRedirects: 0 })).status();
  }

  /** The response text of a path for this person. */
  async textOf(path: string): Promise<string> {
    return (await this.#request.get(this.#origin + path)).text();
  }

  async #send(
    method: 'post' | 'patch' | 'put',
    path: string,
    data: object | undefined,
    expected: number,
  ): Promise<unknown> {
    const answer = await this.#request[method](this.#origin + path, { data, headers: { Origin: this.#origin } });
    if (answer.status() !== expected) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
    return answer.json();
  }
}
