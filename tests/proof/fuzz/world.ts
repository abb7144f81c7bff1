import * as z from 'zod';
import { captureFrom } from '../../../src/capture/server/capture-page.ts';
import { captureFor } from '../../../src/capture/server/captures.ts';
import { putRole } from '../../../src/people/server/store/roles.ts';
import { startApi } from '../../support/api.ts';
import { startHttpServer } from '../../support/servers/http-server.ts';
import { testMailbox } from '../../support/servers/mailbox.ts';
import { articlePage, startSite, loopbackOnly } from '../../support/browser/pages.ts';
import { startSearchSite } from '../../support/builds/search-site.ts';
import type { Caller } from './calls.ts';
import type { Pick } from './values.ts';

export const password = 'three grey herons wait';
export type Member = { id: string; handle: string; email: string; cookie: string };

const Signed = z.object({ user: z.object({ id: z.string(), handle: z.string(), email: z.string() }) });
const WithNote = z.object({ note: z.object({ uuid: z.string() }) });

/** People with the content that calls need to succeed, and more of it on demand. */
export type World = Awaited<ReturnType<typeof startWorld>>;

/** Starts everything that the product talks to, on this machine. */
export async function startFuzzTarget() {
  const [mailbox, elsewhere, pages] = await Promise.all([
    testMailbox(),
    startHttpServer(({ method }, response) => response.writeHead(method === 'POST' ? 202 : 404).end('{}')),
    startSite({ '/page': articlePage() }),
  ]);
  const api = await startApi({
    RATE_LIMIT_SCALE: '1000000000',
    SMTP_URL: mailbox.url,
    ICON_API_URL: elsewhere.url,
    BUILD_HOOK_URL: `${elsewhere.url}/hook`,
  });
  const site = await startSearchSite(api);
  const leaveMachine = captureFrom(loopbackOnly);
  return {
    api,
    site,
    pageUrl: `${pages.url}/page`,
    async stop() {
      leaveMachine();
      await Promise.all([api.settled(), site.stop(), pages.stop(), elsewhere.stop()]);
      await api.stop();
      await mailbox.stop();
    },
  };
}

export async function startWorld({ api, site, pageUrl }: Awaited<ReturnType<typeof startFuzzTarget>>, calls: Caller) {
  let joined = 0;
  let named = 0;
  const name = (what: string) => `${what}${(named += 1)}`;

  /** Makes a preparatory call for a recipe, and throws if it is refused. */
  async function act(method: string, path: string, who?: Member, body?: unknown): Promise<unknown> {
    const done = await calls.call({ method, path, cookie: who?.cookie, ...(body === undefined ? {} : { body }) });
    await calls.settled();
    if (!done || done.status >= 400) throw new Error(`${method} ${path} was answered ${done?.status}: ${done?.text}`);
    return done.text ? (JSON.parse(done.text) as unknown) : undefined;
  }
  async function join(): Promise<Member> {
    const handle = `member_${(joined += 1)}`;
    const body = { email: `${handle}@example.org`, handle, password };
    const done = await calls.call({ method: 'POST', path: '/api/auth/signup', body });
    await calls.settled();
    if (done?.status !== 201) throw new Error(`Signing up was answered ${done?.status}: ${done?.text}`);
    return { ...Signed.parse(JSON.parse(done.text)).user, cookie: done.cookie ?? '' };
  }
  const write = async (who: Member, fields: object = {}): Promise<string> =>
    WithNote.parse(await act('POST', '/api/notes', who, { title: name('Note '), body: 'Words.', ...fields })).note.uuid;
  const comment = async (who: Member, note: string, fields: object = {}): Promise<string> => {
    const said = await act('POST', `/api/notes/${note}/comments`, who, { body: name('Said '), ...fields });
    return z.object({ comment: z.object({ id: z.string() }) }).parse(said).comment.id;
  };

  const joinAll = async (count: number) => {
    const all: Member[] = [];
    while (all.length < count) all.push(await join());
    return all as [Member, Member, Member, Member, Member, Member, Member];
  };
  const [owner, second, ann, ben, cleo, loner, stranger] = await joinAll(7);
  /** Another session of somebody who is signed in already. */
  async function signInAgain({ email }: Member): Promise<string> {
    const done = await calls.call({ method: 'POST', path: '/api/auth/signin', body: { email, password } });
    if (done?.status !== 200) throw new Error(`Signing in was answered ${done?.status}: ${done?.text}`);
    return done.cookie ?? '';
  }
  for (const moderator of [owner, second]) await putRole(api.store.redis, moderator.id, 'owner');
  /** A note of Ann's with the archived copy of a page. */
  async function withCopy(): Promise<string> {
    // A busy machine may need more time than one capture allows.
    for (let tries = 0; tries < 5; tries += 1) {
      const options = { now: new Date(), siteUrl: 'https://commonplace.example', withinMs: 60_000 };
      const { copy } = await captureFor(api.store.redis, ann.id, pageUrl, options);
      if (copy === 'kept') return write(ann, { url: pageUrl });
    }
    throw new Error('No copy of the page was kept.');
  }
  const notes: string[] = [];
  const said: string[] = [];
  const copied: string[] = [];
  /** Writes the content that the calls need: public notes of Ann's with a comment by Ben each, and one with a copy. */
  async function settleIn(): Promise<void> {
    for (let at = 0; at < 6; at += 1) {
      const note = (notes[at] = await write(ann, { tags: ['tea', `tag${at}`] }));
      said[at] = await comment(ben, note, { body: `@ann Said about ${note}` });
    }
    copied[0] = await withCopy();
  }
  await settleIn();
  await site.publish();

  return {
    api,
    siteUrl: site.url,
    /** A readable page of another site. */
    pageUrl,
    act,
    join,
    write,
    comment,
    name,
    owner,
    second,
    ann,
    ben,
    cleo,
    loner,
    /** Public notes of Ann's that stay, and a comment of Ben's on each. */
    notes,
    said,
    copied,
    /** A member without any content, whom no call needs. */
    stranger,
    signInAgain,
    renewStranger: async () => Object.assign(stranger, await join()),
    /** Replaces the members after something that calls need has gone, or a limit is reached. */
    async renew(): Promise<void> {
      for (const member of [ann, ben, cleo, loner]) Object.assign(member, await join());
      for (const member of [owner, second]) member.cookie = await signInAgain(member);
      await settleIn();
    },
    /** A random caller, with or without the required permissions. */
    anyone: (pick: Pick): Member | undefined => pick.of([undefined, ann, ben, cleo, loner, owner]),
  };
}
