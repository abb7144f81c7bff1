import { Secret, TOTP } from 'otpauth';
import * as z from 'zod';
import { NewFactor, RecoveryCodes } from '../../../src/people/model/sign-in.ts';
import { issueToken } from '../../../src/people/server/store/tokens.ts';
import { Authenticator } from '../../support/browser/authenticator.ts';
import type { CallResult } from './calls.ts';
import { by, idIn, type Recipe, type Recipes } from './recipe.ts';
import { password, type Member, type World } from './world.ts';

const Options = z.object({ options: z.object({ challenge: z.string() }) });
const challengeIn = (answer: unknown) => Options.parse(answer).options.challenge;
const newcomer: Recipe = async ({ join }) => ({ who: await join() });
const withPasskey = async (world: World, who: Member) => {
  const device = new Authenticator();
  const asked = await world.act('POST', '/api/passkeys/options', who, { current: password });
  await world.act('POST', '/api/passkeys', who, { name: 'Key', made: device.made({ challenge: challengeIn(asked) }) });
  return { device, drop: () => world.act('DELETE', `/api/passkeys/${device.id}`, who, { current: password }) };
};
/** A person who has started to turn on two-factor sign-in, and the code that confirms it. */
const withBegunFactor = async ({ act, join }: World) => {
  const who = await join();
  const { secret, token } = NewFactor.parse(await act('POST', '/api/account/factor', who, { current: password }));
  return { who, body: { token, code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() } };
};
const withFactor = async (world: World) => {
  const { who, body } = await withBegunFactor(world);
  return { who, ...RecoveryCodes.parse(await world.act('PUT', '/api/account/factor', who, body)) };
};
const provedWithFactor: Recipe = async (world) => ({
  who: (await withFactor(world)).who,
  body: { current: password },
});

/** Signing up and in, and what the owner of an account does with it. */
/** The smallest possible picture. */
const dot = 'R0lGODlhAQABAIAAAAAAAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==';

export const accountRecipes: Recipes = {
  readSession: (world, pick) => ({ who: world.anyone(pick) }),
  signOut: async (world, pick) => ({
    who: pick.chance(0.5) ? undefined : { ...world.loner, cookie: await world.signInAgain(world.loner) },
  }),
  signUp: ({ name }, pick) => {
    const handle = name('new_');
    return {
      body: { email: `${handle}@example.org`, handle, password, ...(pick.chance(0.5) && { name: pick.text(60) }) },
    };
  },
  signIn: ({ cleo }) => ({ body: { email: cleo.email, password } }),
  signInWithFactor: async (world, pick) => {
    const { who, codes } = await withFactor(world);
    const asked = await world.act('POST', '/api/auth/signin', undefined, { email: who.email, password });
    return { body: { token: z.object({ token: z.string() }).parse(asked).token, code: pick.of(codes) } };
  },
  forgotPassword: ({ name }) => ({ body: { email: `${name('nobody')}@example.org` } }),
  resetPassword: async (world) => {
    const { id: userId, email } = world.loner;
    const token = await issueToken(world.api.store.redis, { purpose: 'reset', userId, email }, new Date());
    const after = (done: CallResult) => void (world.loner.cookie = done.cookie ?? world.loner.cookie);
    return { body: { token, password }, after };
  },
  listAccess: async (world) => {
    const { id: userId, email } = world.loner;
    return {
      body: { token: await issueToken(world.api.store.redis, { purpose: 'reset', userId, email }, new Date()) },
    };
  },
  undoAccess: async (world) => {
    const { id: userId, email } = world.loner;
    const undoes = {
      kind: 'token',
      id: idIn(await world.act('POST', '/api/tokens', world.loner, { name: 'Not mine' }), 'token'),
    } as const;
    const record = { purpose: 'undo', userId, email, undoes: { ...undoes, name: 'Not mine' } } as const;
    return { body: { token: await issueToken(world.api.store.redis, record, new Date()) } };
  },
  useLink: async (world) => {
    const { id: userId, email } = world.loner;
    const token = await issueToken(world.api.store.redis, { purpose: 'verify', userId, email }, new Date());
    return { body: { token } };
  },
  sendVerification: newcomer,
  signInWithPasskey: async (world) => {
    const { device, drop } = await withPasskey(world, world.cleo);
    const asked = await world.act('POST', '/api/auth/passkey/options');
    return { body: { passkey: device.used({ challenge: challengeIn(asked) }) }, drop };
  },
  readAccount: by('ann'),
  readStorage: by('ann'),
  checkDownloads: by('ann'),
  readFactor: by('ann'),
  beginFactor: async ({ join }) => ({ who: await join(), body: { current: password } }),
  confirmFactor: withBegunFactor,
  makeRecoveryCodes: provedWithFactor,
  removeFactor: provedWithFactor,
  putAvatar: ({ cleo }) => {
    const body = new FormData();
    body.set('file', new File([Buffer.from(dot, 'base64')], 'me.gif'));
    return { who: cleo, body };
  },
  sendPicture: ({ cleo }) => {
    const body = new FormData();
    body.set('file', new File([Buffer.from(dot, 'base64')], 'dot.gif'));
    return { who: cleo, body };
  },
  changeProfile: ({ cleo }, pick) => ({
    who: cleo,
    body: { name: pick.text(70), bio: pick.text(400), modelReadsPrivate: pick.chance(0.5) },
  }),
  changePassword: ({ loner }) => ({
    who: loner,
    body: { current: password, password },
    after: (done) => void (loner.cookie = done.cookie ?? loner.cookie),
  }),
  changeAddress: ({ loner, name }) => ({
    who: loner,
    body: { current: password, email: `${name('moved')}@example.org` },
  }),
  listSessions: by('ann'),
  endOtherSessions: ({ loner }) => ({ who: loner }),
  endSession: async (world) => {
    const { loner, act } = world;
    await world.signInAgain(loner);
    const { sessions } = z
      .object({ sessions: z.array(z.object({ id: z.string(), current: z.boolean() })) })
      .parse(await act('GET', '/api/account/sessions', loner));
    return { who: loner, path: `/api/account/sessions/${sessions.find(({ current }) => !current)?.id}` };
  },
  downloadData: by('loner'),
  deleteAccount: async ({ join }, pick) => ({
    who: await join(),
    body: { current: password, writings: pick.of(['keep', 'remove']) },
  }),
  listPasskeys: by('ann'),
  addPasskey: async ({ act, cleo }, pick) => {
    const device = new Authenticator();
    const asked = await act('POST', '/api/passkeys/options', cleo, { current: password });
    const after = () => act('DELETE', `/api/passkeys/${device.id}`, cleo, { current: password });
    return { who: cleo, body: { name: pick.text(40), made: device.made({ challenge: challengeIn(asked) }) }, after };
  },
  askForNewPasskey: ({ cleo }) => ({ who: cleo, body: { current: password } }),
  renamePasskey: async (world, pick) => {
    const { device, drop } = await withPasskey(world, world.cleo);
    return { who: world.cleo, path: `/api/passkeys/${device.id}`, body: { name: pick.text(40) }, drop };
  },
  removePasskey: async (world) => {
    const { device } = await withPasskey(world, world.cleo);
    return { who: world.cleo, path: `/api/passkeys/${device.id}` };
  },
};
