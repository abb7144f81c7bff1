import { axeBuilder } from '../../support/browser/axe.ts';
import { expect, test } from '../../support/browser/fixtures.ts';
import { findOverflow } from '../../support/browser/widths.ts';

test('security events are listed with device and time, newest first, and older ones on request', async ({
  page,
  signedIn: _,
}) => {
  const send = (method: 'post' | 'delete', path: string, data?: object) =>
    page.request[method](path, { ...(data && { data }), headers: { 'Sec-Fetch-Site': 'same-origin' } });
  const long = 'of a long name '.repeat(3).trim();
  for (let made = 1; made <= 11; made += 1) await send('post', '/api/tokens', { name: `Token ${made} ${long}` });
  await page.goto('/user/settings/activity');
  const activity = page.getByRole('list', { name: 'Account activity', exact: true });
  const entries = activity.getByRole('listitem');
  await expect(entries).toHaveCount(10);
  await expect(entries.first()).toContainText(`Token created: Token 11 ${long}`);
  await expect(entries.first().getByRole('time')).toHaveAttribute('datetime', /^\d{4}-\d\d-\d\dT.*Z$/);
  await expect(entries.first()).toContainText(/ · Chrome on /);
  await page.getByRole('button', { name: 'Show earlier', exact: true }).click();
  await expect(entries.last()).toContainText('Account created');
  await expect(entries).toHaveCount(12);
  await expect(page.getByRole('button', { name: 'Show earlier', exact: true })).toHaveCount(0);
  expect((await axeBuilder(page).analyze()).violations).toEqual([]);
  expect(await findOverflow(page)).toEqual([]);
});
