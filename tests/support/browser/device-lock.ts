import type { Page } from '@playwright/test';

/** As browsers are that know passkeys and fill in none: what they would fill in is chosen at once by the lock that always opens. */
export async function disablePasskeyAutofill(page: Page): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(PublicKeyCredential, 'isConditionalMediationAvailable'));
}

/** A device with a lock that its owner always opens, as Chromium simulates it. */
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
