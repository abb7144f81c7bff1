import { expect, test } from '../../support/browser/fixtures.ts';

test('the parts of the settings have addresses of their own, and the ones of before lead to them', async ({
  page,
  signedIn: _,
}) => {
  await page.goto('/user/settings#account');
  // A list, since for a moment there are two: one alone is looked for but once where it is not alone.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(['Account']);
  await page.getByRole('tab', { name: 'Profile', exact: true }).click();
  await expect(page).toHaveURL('/user/settings#profile');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(['Profile']);
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Profile', exact: true })).toHaveAttribute('aria-selected', 'true');
  await page.goto('/user/settings#nothing-known');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(['Profile']);
  for (const part of ['account', 'notifications', 'saving', 'carry', 'publishing']) {
    await page.goto(`/user#${part}`);
    await expect(page, part).toHaveURL(`/user/settings#${part}`);
  }
  await page.goto('/user#nothing-known');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(['My library']);
});
