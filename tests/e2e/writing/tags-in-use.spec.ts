import { axeBuilder } from '../../support/browser/axe.ts';
import { expect, test } from '../../support/browser/fixtures.ts';
import { fetchText } from '../../support/builds/published.ts';
import { openLoaded } from '../../support/browser/screens.ts';

test('a tag is completed from those in use, and others are suggested; the author decides', async ({
  app,
  page,
  signedIn: _,
}) => {
  expect(await fetchText(app, '/tag/_payload.json')).toContain('"tag":"craft"');
  const mine = { title: 'Of mine', tags: ['zest/mine'], visibility: 'private' };
  expect((await page.request.post('/api/notes', { data: mine, headers: { Origin: app.url } })).status()).toBe(201);
  await openLoaded(page, '/new');
  await page.getByRole('button', { name: 'Write without a link' }).click();
  const field = page.getByRole('combobox', { name: 'Tags', exact: true });
  const choices = page.getByRole('listbox', { name: 'In use', exact: true });
  const chosen = page.getByRole('list', { name: 'Chosen tags', exact: true }).getByRole('listitem');
  const suggestions = page.getByRole('group', { name: 'Suggestions', exact: true }).getByRole('button');

  await test.step('by keyboard: Enter takes the highlighted one, arrows highlight another or none', async () => {
    await field.pressSequentially('craf');
    const craft = choices.getByRole('option', { name: /^craft \d+ notes$/ });
    await expect(craft).toBeVisible();
    await expect(field).toHaveAttribute('aria-expanded', 'true');
    await expect(craft).toHaveAttribute('aria-selected', 'true');
    expect((await axeBuilder(page).analyze()).violations).toEqual([]);
    await field.press('ArrowUp');
    await expect(craft).toHaveAttribute('aria-selected', 'false');
    await field.press('ArrowDown');
    await expect(craft).toHaveAttribute('aria-selected', 'true');
    await field.press('Enter');
    await expect(chosen).toHaveText(['craft×']);
    await expect(field).toHaveValue('');
    await expect(choices).toHaveCount(0);
  });

  await test.step('Escape closes the list, and a new tag can be typed', async () => {
    await field.pressSequentially('craftin');
    await field.press('Backspace');
    await field.pressSequentially('ngly');
    await field.press('Enter');
    await expect(chosen).toHaveText(['craft×', 'craftingly×']);
    await field.pressSequentially('zes,');
    await expect(chosen).toHaveText(['craft×', 'craftingly×', 'zes×']);
    await field.press('Backspace');
    await field.press('ArrowDown');
    await expect(choices.getByRole('option').first()).toHaveAccessibleName('zest/mine 1 of your notes');
    await field.press('Escape');
    await expect(choices).toHaveCount(0);
  });

  await test.step('suggestions for the text are added with one press each', async () => {
    await page.getByLabel('Title').fill('How a commonplace book helps memory');
    await page
      .getByLabel('Text')
      .fill('Readers kept a commonplace book so that memory had help. Reading and notes feed memory.');
    await field.focus();
    await expect(suggestions.first()).toBeVisible();
    const name = (await suggestions.first().getAttribute('aria-label')) ?? '';
    await suggestions.first().click();
    await expect(chosen).toHaveText(['craft×', 'craftingly×', `${name.replace('Add ', '')}×`]);
    await expect(field).toBeFocused();
  });
});
