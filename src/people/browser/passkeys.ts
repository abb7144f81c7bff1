import type * as browser from '@simplewebauthn/browser';
import type { Answer, Failure } from '../../platform/browser/api.ts';
import { call } from './calls.ts';

type Library = typeof browser;
type RegistrationOptions = Parameters<Library['startRegistration']>[0]['optionsJSON'];
type AuthenticationOptions = Parameters<Library['startAuthentication']>[0]['optionsJSON'];

/** Whether this browser supports passkeys. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === 'function';
}

/** Creates a passkey on the device, and stores it under this name. `current` is the current password. */
export async function makePasskey(name: string, current: string): Promise<Answer<unknown>> {
  const options = await call('POST /api/passkeys/options', { body: { current } });
  if (!options.ok) return options;
  const created = await byDevice(({ startRegistration }) =>
    startRegistration({ optionsJSON: options.data.options as object as RegistrationOptions }),
  );
  return created.ok ? call('POST /api/passkeys', { body: { name, made: created.data } }) : created;
}

/** Signs in with a passkey that the device offers. */
export async function signInWithPasskey(): Promise<Answer<unknown>> {
  const options = await call('POST /api/auth/passkey/options', {});
  if (!options.ok) return options;
  const used = await byDevice(({ startAuthentication }) =>
    startAuthentication({ optionsJSON: options.data.options as object as AuthenticationOptions }),
  );
  return used.ok ? call('POST /api/auth/passkey', { body: { passkey: used.data } }) : used;
}

/**
 * Lets the browser offer passkeys in the address field, and signs in with the one chosen. Undefined if the browser cannot,
 * nothing was chosen, or the visitor signed in another way first.
 */
export async function signInByAutofill(): Promise<Answer<unknown> | undefined> {
  if (!canUsePasskeys() || !('isConditionalMediationAvailable' in PublicKeyCredential)) return undefined;
  if (!(await PublicKeyCredential.isConditionalMediationAvailable())) return undefined;
  const options = await call('POST /api/auth/passkey/options', {});
  if (!options.ok) return undefined;
  const used = await byDevice(({ startAuthentication }) =>
    startAuthentication({
      optionsJSON: options.data.options as object as AuthenticationOptions,
      useBrowserAutofill: true,
    }),
  );
  return used.ok ? call('POST /api/auth/passkey', { body: { passkey: used.data } }) : undefined;
}

/** The device's answer. Closing its window, or letting it time out, counts as a refusal. */
async function byDevice<Credential extends { clientExtensionResults: object }>(
  ask: (library: Library) => Promise<Credential>,
): Promise<{ ok: true; data: Credential & { clientExtensionResults: Record<string, unknown> } } | Failure> {
  try {
    const credential = await ask(await import('@simplewebauthn/browser'));
    const clientExtensionResults: Record<string, unknown> = { ...credential.clientExtensionResults };
    return { ok: true, data: { ...credential, clientExtensionResults } };
  } catch (error) {
    const known = error instanceof Error && error.name === 'InvalidStateError';
    const detail = known ? 'This device already has a passkey for this account.' : 'No passkey was used. Try again.';
    return { ok: false, status: 400, problem: { title: 'No passkey', detail } };
  }
}
