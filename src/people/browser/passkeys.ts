import type * as browser from '@simplewebauthn/browser';
import type { Answer, Failure } from '../../platform/browser/api.ts';
import { call } from './calls.ts';

type Library = typeof browser;
type RegistrationOptions = Parameters<Library['startRegistration']>[0]['optionsJSON'];
type AuthenticationOptions = Parameters<Library['startAuthentication']>[0]['optionsJSON'];

/** Whether this browser knows passkeys. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === 'function';
}

/** Has the device make a passkey, and stores it under this name. `current` is the present password. */
export async function makePasskey(name: string, current: string): Promise<Answer<unknown>> {
  const asked = await call('POST /api/passkeys/options', { body: { current } });
  if (!asked.ok) return asked;
  const made = await byDevice(({ startRegistration }) =>
    startRegistration({ optionsJSON: asked.data.options as object as RegistrationOptions }),
  );
  return made.ok ? call('POST /api/passkeys', { body: { name, made: made.data } }) : made;
}

/** Signs in with a passkey that the device offers. */
export async function signInWithPasskey(): Promise<Answer<unknown>> {
  const asked = await call('POST /api/auth/passkey/options', {});
  if (!asked.ok) return asked;
  const used = await byDevice(({ startAuthentication }) =>
    startAuthentication({ optionsJSON: asked.data.options as object as AuthenticationOptions }),
  );
  return used.ok ? call('POST /api/auth/passkey', { body: { passkey: used.data } }) : used;
}

/**
 * Lets the browser offer passkeys when it fills in the address, and signs in with the one that is chosen. Undefined where
 * the browser cannot do so, nothing was chosen, or another way of signing in came first.
 */
export async function signInByAutofill(): Promise<Answer<unknown> | undefined> {
  if (!canUsePasskeys() || !('isConditionalMediationAvailable' in PublicKeyCredential)) return undefined;
  if (!(await PublicKeyCredential.isConditionalMediationAvailable())) return undefined;
  const asked = await call('POST /api/auth/passkey/options', {});
  if (!asked.ok) return undefined;
  const used = await byDevice(({ startAuthentication }) =>
    startAuthentication({
      optionsJSON: asked.data.options as object as AuthenticationOptions,
      useBrowserAutofill: true,
    }),
  );
  return used.ok ? call('POST /api/auth/passkey', { body: { passkey: used.data } }) : undefined;
}

/** What the device answers. A window that is closed or times out counts as refused. */
async function byDevice<Made extends { clientExtensionResults: object }>(
  ask: (library: Library) => Promise<Made>,
): Promise<{ ok: true; data: Made & { clientExtensionResults: Record<string, unknown> } } | Failure> {
  try {
    const made = await ask(await import('@simplewebauthn/browser'));
    const clientExtensionResults: Record<string, unknown> = { ...made.clientExtensionResults };
    return { ok: true, data: { ...made, clientExtensionResults } };
  } catch (error) {
    const known = error instanceof Error && error.name === 'InvalidStateError';
    const detail = known ? 'This device already has a passkey for this account.' : 'No passkey was used. Try again.';
    return { ok: false, status: 400, problem: { title: 'No passkey', detail } };
  }
}
