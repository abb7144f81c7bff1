import { randomBytes } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { z } from 'zod';
import { Note, type NewNote } from '../../src/notes/model/note.ts';

export type Person = { handle: string; email: string; password: string; name: string };

/** Someone whom the product has not met. */
export function newPerson(): Person {
  const handle = `p${randomBytes(6).toString('hex')}`;
  return { handle, email: `${handle}@example.org`, password: `a long phrase of ${handle}`, name: `Person ${handle}` };
}

/** Who signs up first on the product that the journeys of a worker share, and so owns it. */
export const siteOwner: Person = {
  handle: 'the_owner',
  email: 'the_owner@example.org',
  password: 'a long phrase of the owner',
  name: 'The Owner',
};

const Written = z.object({ note: Note, path: z.string() });
export type Written = z.infer<typeof Written>;

/** A person who is signed in with this context's cookies, writing through the API as our own pages do. */
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

  /** Somebody who has an account. */
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

  /** Puts a note of theirs into the bin. */
  async remove({ uuid }: Note): Promise<void> {
    await this.#send('post', '/api/library/actions', { ids: [uuid], action: 'delete' }, 200);
  }

  /** Gives a vote to a note or saves it into the reading list. */
  async mark(noteUuid: string, how: 'vote' | 'save'): Promise<void> {
    await this.#send('put', `/api/notes/${noteUuid}/${how}`, undefined, 200);
  }

  /** Reports what somebody else wrote. */
  async report(subject: string, id: string): Promise<void> {
    await this.#send('post', '/api/reports', { subject, id, reason: 'spam' }, 201);
  }

  /** Decides, as somebody who moderates. */
  async decide(decision: object): Promise<void> {
    await this.#send('post', '/api/moderation/decisions', { reason: 'Against the rules.', ...decision }, 201);
  }

  /** Says something under a note, or answers a comment there; gives the new comment's id. */
  async comment(noteUuid: string, body: string, parent?: string): Promise<string> {
    const answer = { body, ...(parent === undefined ? {} : { parent }) };
    const said = await this.#send('post', `/api/notes/${noteUuid}/comments`, answer, 201);
    return z.object({ comment: z.object({ id: z.string() }) }).parse(said).comment.id;
  }

  /** Highlights these words of the copy of a note, and says something of them. */
  async highlight(noteUuid: string, quote: string, comment: string): Promise<void> {
    const passage = { quote, prefix: '', suffix: '', start: 0, comment };
    await this.#send('post', `/api/notes/${noteUuid}/highlights`, passage, 201);
  }

  /** What an address answers to this person. */
  async statusOf(path: string): Promise<number> {
    return (await this.#request.get(this.#origin + path, { maxRedirects: 0 })).status();
  }

  /** What an address says to this person. */
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
