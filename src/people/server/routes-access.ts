import * as z from 'zod';
import { database } from '../../platform/server/database.ts';
import { afterAnswer } from '../../platform/server/http/endpoint.ts';
import { route, type Routes } from '../../platform/server/http/route.ts';
import { sendMail } from '../../platform/server/mail.ts';
import { requireRate } from '../../platform/server/rates.ts';
import { AskForToken, Proof, maxApiTokens, OwnApiToken } from '../model/account.ts';
import {
  NewPasskey,
  OwnPasskey,
  PasskeyOptions,
  PasskeyPatch,
  ConfirmFactor,
  Factor,
  NewFactor,
  RecoveryCodes,
} from '../model/sign-in.ts';
import { maxAccountBytes, maxPasskeyBytes } from './accounts.ts';
import { makeApiToken, session, tokenProblem } from './callers.ts';
import { factorOffEmail, notifyAccessAdded } from './emails.ts';
import { registerPasskey, registrationOptions, ownPasskeyOf, passkeyProblem } from './passkeys.ts';
import { checkProof, readProof, rememberProof, requireProof, requireRecentProof, withProof } from './proof.ts';
import { confirmFactor, factorProblem, newCodesFor, newFactor } from './second-factor.ts';
import { readWithSession } from './session-cookie.ts';
import { activityOf } from './session.ts';
import { listApiTokens, removeApiToken } from './store/api-tokens.ts';
import { listPasskeys, readPasskey, removePasskey, renamePasskey } from './store/passkeys.ts';
import { dropFactor, readFactor } from './store/second-factor.ts';

/** Routes about the second step need a proof, and read with it whether the second step is on. */
const aboutFactor = {
  ...withProof,
  body: Proof,
  reads: ({ request, body }: { request: Request; body: Proof }) =>
    Promise.all([readProof(request, body), readWithSession(request, (userId) => readFactor(database(), userId))]),
};

/** Ways into one's own account besides the password: the second step, passkeys and personal tokens. */
export const accessRoutes = {
  'GET /api/account/factor': route({
    id: 'readFactor',
    summary: 'Check whether you have two-step sign-in, and how many recovery codes are left.',
    who: session(),
    gives: { 200: Factor },
    async handle({ caller }) {
      const { since = null, codesLeft = 0 } = (await readFactor(database(), caller.user.id)) ?? {};
      return { since, codesLeft };
    },
  }),

  'POST /api/account/factor': route({
    id: 'beginFactor',
    summary: 'Get what an authenticator app needs for two-step sign-in. Nothing changes until its first code is sent.',
    ...aboutFactor,
    gives: { 200: NewFactor },
    problems: [409],
    async handle({ caller, body, read: [proof, factor], now }) {
      await requireProof(caller, body, proof, now, async () => {
        if (await factor(caller.user.id)) throw factorProblem('on');
      });
      return newFactor(caller.user, now);
    },
  }),

  'PUT /api/account/factor': route({
    id: 'confirmFactor',
    summary: 'Turn on two-step sign-in with a code from the app. Answers with ten recovery codes, this once.',
    who: session(),
    body: ConfirmFactor,
    maxBytes: maxAccountBytes,
    rate: 'confirm',
    gives: { 200: RecoveryCodes },
    problems: [409, 410],
    async handle({ request, context, caller, body, now }) {
      const activity = activityOf(request, 'second-factor-on', now);
      const done = await confirmFactor(database(), caller, body, activity, now);
      if (!done.ok) throw factorProblem(done.reason);
      const made = { kind: 'factor', id: done.since, name: 'The second step' } as const;
      await afterAnswer(context, () => notifyAccessAdded(database(), caller.user, made, activity.device, now));
      return { codes: done.codes };
    },
  }),

  'POST /api/account/factor/codes': route({
    id: 'makeRecoveryCodes',
    summary: 'Create new recovery codes. The earlier ones stop working.',
    ...aboutFactor,
    gives: { 200: RecoveryCodes },
    problems: [404],
    async handle({ request, caller, body, read: [proof, factor], now }) {
      await requireProof(caller, body, proof, now, () => requireFactor(factor(caller.user.id)));
      const activity = activityOf(request, 'recovery-codes-made', now);
      const codes = await newCodesFor(database(), caller.user, activity);
      if (!codes) throw factorProblem('off');
      return { codes };
    },
  }),

  'POST /api/account/factor/removal': route({
    id: 'removeFactor',
    summary: 'Turn off two-step sign-in.',
    ...aboutFactor,
    gives: { 204: null },
    problems: [404],
    async handle({ request, context, caller, body, read: [proof, factor], now }) {
      const { user } = caller;
      await requireProof(caller, body, proof, now, () => requireFactor(factor(user.id)));
      const dropped = await dropFactor(database(), user.id, activityOf(request, 'second-factor-off', now));
      if (!dropped) throw factorProblem('off');
      await afterAnswer(context, () => sendMail(factorOffEmail(user.email ?? '', user.handle)));
    },
  }),

  'GET /api/passkeys': route({
    id: 'listPasskeys',
    summary: 'List your passkeys.',
    who: session(),
    gives: { 200: z.object({ passkeys: z.array(OwnPasskey) }) },
    handle: async ({ caller }) => ({ passkeys: (await listPasskeys(database(), caller.user.id)).map(ownPasskeyOf) }),
  }),

  'POST /api/passkeys/options': route({
    id: 'askForNewPasskey',
    summary: 'Get what a browser needs to create a passkey: WebAuthn creation options.',
    ...withProof,
    body: Proof,
    gives: { 200: PasskeyOptions },
    async handle({ caller, body, read, now }) {
      await checkProof(caller, body, read, now);
      const [options] = await Promise.all([
        registrationOptions(database(), caller.user, now),
        rememberProof(caller, now),
      ]);
      return { options: { ...options } };
    },
  }),

  'POST /api/passkeys': route({
    id: 'addPasskey',
    summary: 'Add the passkey your browser created.',
    who: session(),
    body: NewPasskey,
    maxBytes: maxPasskeyBytes,
    gives: { 201: z.object({ passkey: OwnPasskey }) },
    problems: [409],
    async handle({ request, context, caller, body, now }) {
      const activity = activityOf(request, 'passkey-added', now, body.name);
      const kept = await registerPasskey(database(), caller, body, activity, now);
      if (!kept.ok) throw passkeyProblem(kept.reason);
      const { id, name } = kept.passkey;
      const made = { kind: 'passkey', id, name } as const;
      await afterAnswer(context, () => notifyAccessAdded(database(), caller.user, made, activity.device, now));
      return { passkey: ownPasskeyOf(kept.passkey) };
    },
  }),

  'PATCH /api/passkeys/{id}': route({
    id: 'renamePasskey',
    summary: 'Rename a passkey.',
    who: session(),
    body: PasskeyPatch,
    maxBytes: maxAccountBytes,
    gives: { 200: PasskeyPatch },
    problems: [404],
    async handle({ at: { id = '' }, caller, body: { name } }) {
      if (!(await renamePasskey(database(), caller.user.id, id, name))) throw passkeyProblem('missing');
      return { name };
    },
  }),

  'DELETE /api/passkeys/{id}': route({
    id: 'removePasskey',
    summary: 'Remove a passkey.',
    who: session(),
    gives: { 204: null },
    problems: [404],
    async handle({ request, at: { id = '' }, caller, now }) {
      const activity = activityOf(request, 'passkey-removed', now, (await readPasskey(database(), id))?.name);
      if (!(await removePasskey(database(), caller.user.id, id, activity))) throw passkeyProblem('missing');
    },
  }),

  'GET /api/tokens': route({
    id: 'listTokens',
    summary: 'List your personal tokens, without their secrets.',
    who: session(),
    gives: { 200: z.object({ tokens: z.array(OwnApiToken) }) },
    handle: async ({ caller }) => ({ tokens: await listApiTokens(database(), caller.user.id) }),
  }),

  'POST /api/tokens': route({
    id: 'makeToken',
    summary:
      'Create a personal token for a program. Its secret is in this answer and nowhere else. Asks for proof that it’s you unless this session gave it in the last ten minutes.',
    who: session(),
    body: AskForToken,
    maxBytes: maxPasskeyBytes,
    gives: { 201: z.object({ token: OwnApiToken, secret: z.string() }) },
    problems: [409, 429],
    async handle({ request, context, caller, body: { current, passkey, ...wanted }, now }) {
      const { user } = caller;
      await requireRecentProof(caller, { current, passkey }, now, async () => {
        const [known] = await Promise.all([listApiTokens(database(), user.id), requireRate('profile', user.id)]);
        if (known.length >= maxApiTokens) throw tokenProblem('full');
      });
      const activity = activityOf(request, 'token-made', now, wanted.name);
      const made = await makeApiToken(database(), caller, wanted, activity, now);
      if (!made.ok) throw tokenProblem(made.reason);
      const { token, secret } = made;
      const about = { kind: 'token', id: token.id, name: token.name } as const;
      // A token opens the account permanently, so its owner gets a mail.
      await afterAnswer(context, () => notifyAccessAdded(database(), user, about, activity.device, now));
      return { token, secret };
    },
  }),

  'DELETE /api/tokens/{id}': route({
    id: 'revokeToken',
    summary: 'Revoke a token. Programs that use it are refused at once.',
    who: session(),
    gives: { 204: null },
    problems: [404],
    async handle({ request, at: { id = '' }, caller: { user }, now }) {
      const revoked = (await listApiTokens(database(), user.id)).find((token) => token.id === id);
      const activity = activityOf(request, 'token-revoked', now, revoked?.name);
      if (await removeApiToken(database(), user.id, id, activity)) return;
      throw tokenProblem('missing');
    },
  }),
} satisfies Routes;

async function requireFactor(factor: Promise<unknown>): Promise<void> {
  if (!(await factor)) throw factorProblem('off');
}
