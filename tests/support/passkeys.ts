import { defaultPassword, type ApiResponse, type Api } from './api.ts';
import { Authenticator } from './browser/authenticator.ts';

/** The challenge in the options for creating a passkey or signing in with one. */
export const challengeIn = (body: object) => (body as { options: { challenge: string } }).options.challenge;

/** Adds a passkey to the account with this session cookie, and returns its authenticator. */
export async function addPasskey(
  api: Api,
  cookie: string | undefined,
  name = 'A passkey',
  password = defaultPassword,
): Promise<Authenticator> {
  const device = new Authenticator();
  const { body } = await api.call('POST', '/api/passkeys/options', { cookie, body: { current: password } });
  const made = device.made({ challenge: challengeIn(body) });
  const { status } = await api.call('POST', '/api/passkeys', { cookie, body: { name, made } });
  if (status !== 201) throw new Error(`Adding a passkey answered ${status}.`);
  return device;
}

export async function signInByPasskey(api: Api, device: Authenticator): Promise<ApiResponse> {
  const { body } = await api.call('POST', '/api/auth/passkey/options');
  return api.call('POST', '/api/auth/passkey', { body: { passkey: device.used({ challenge: challengeIn(body) }) } });
}
