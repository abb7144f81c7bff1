import { Secret, TOTP } from 'otpauth';
import { axeBuilder } from '../../support/browser/axe.ts';
import { disablePasskeyAutofill } from '../../support/browser/virtual-authenticator.ts';
import { expect, test } from '../../support/browser/fixtures.ts';
import { tabTo } from '../../support/browser/keyboard.ts';
import { openLoaded } from '../../support/browser/screens.ts';

/** The code that an authenticator app shows for this key, `step` periods of thirty seconds from now. */
const codeOf = (key: string, step = 0) =>
  new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate({ timestamp: Date.now() + step * 30_000 });

test('two-factor sign-in is turned on, used, passed with a recovery code and turned off, by keyboard on a narrow screen', async ({
  page,
  signedIn,
}) => {
  const { email, handle, password } = signedIn.person;
  const press = async (name: string) => {
    await tabTo(page, page.getByRole('button', { name, exact: true }));
    await page.keyboard.press('Enter');
  };
  const sound = async () => {
    expect((await axeBuilder(page).analyze()).violations).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  };
  await disablePasskeyAutofill(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await openLoaded(page, '/user/settings/second-step');
  const part = page.getByRole('region', { name: 'Two-step sign-in', exact: true });

  await press('Turn on two-step sign-in');
  await expect(part.getByLabel('Current password', { exact: true })).toBeFocused();
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(part.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await expect(part.getByLabel('Code', { exact: true })).toBeFocused();
  await sound();
  const key = await part.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText();
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(part.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(/isn’t the code/);
  await part.getByLabel('Code', { exact: true }).selectText();
  const used = codeOf(key, -1);
  await page.keyboard.type(used);
  await page.keyboard.press('Enter');
  const codes = part.getByRole('list', { name: 'Recovery codes', exact: true }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await expect(part.getByRole('heading', { name: 'Two-step sign-in', exact: true })).toBeFocused();
  await expect(part).toContainText('10 recovery codes left');
  await sound();
  const [first = ''] = await codes.allInnerTexts();
  const download = page.waitForEvent('download');
  await part.getByRole('link', { name: 'Download', exact: true }).click();
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt');

  const signIn = async (code: string) => {
    await page.context().clearCookies();
    await openLoaded(page, '/signin?redirect=/user');
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
    await sound();
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
  };
  await signIn(used);
  await expect(page.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(/wrong or has been used/);
  await page.getByLabel('Code', { exact: true }).fill(codeOf(key));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: `@${handle}`, exact: true })).toBeVisible();
  await signIn(first.toLowerCase());
  await expect(page.getByRole('link', { name: `@${handle}`, exact: true })).toBeVisible();

  await openLoaded(page, '/user/settings/second-step');
  await expect(part).toContainText('9 recovery codes left');
  await press('Turn off two-step sign-in');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(part.getByRole('button', { name: 'Turn on two-step sign-in', exact: true })).toBeVisible();
});
