import type { Page } from '@playwright/test';

/**
 * Disables passkey autofill, as in browsers without it: the virtual authenticator would otherwise choose a passkey at
 * once.
 */
export async function disablePasskeyAutofill(page: Page): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(PublicKeyCredential, 'isConditionalMediationAvailable'));
}

/** Adds Chromium's virtual authenticator, whose user always confirms. */
export async function addVirtualAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
