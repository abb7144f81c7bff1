import { expect, test } from '../../support/browser/fixtures.ts';
import { ApiUser } from '../../support/people.ts';

test.use({ serviceWorkers: 'allow' });

const uuid = '01900000-0000-7000-8000-000000000000';

/** Drafts and pending changes as the first builds stored them: without icons, parts, versions, and names of drafts. */
const fieldsOf = (title: string, body: string) => ({
  title,
  url: '',
  body,
  tags: [],
  tagText: '',
  visibility: 'private',
});
const bodyOf = (title: string, body: string) => ({ title, url: null, body, tags: [], visibility: 'private' });
const unsent = (at: number, about: string, title: string, rest: object) => ({
  ...{ id: `00173568960000${at}-${uuid}`, at: `2025-01-01T00:00:0${at}.000Z`, about, replaces: 'note' },
  ...{ words: `Changes to “${title}”`, edit: `/new?uuid=${about}`, typed: { fields: fieldsOf(title, ''), rev: 1 } },
  ...{ then: { method: 'DELETE', path: `/api/drafts/${about}` }, ...rest },
});

test('data stored on a device by a year-old build is sent or shown, and none of it is dropped', async ({
  app,
  page,
  context,
  signedIn,
}) => {
  const { note } = await signedIn.write({ title: 'Begun a year ago', visibility: 'private' });
  const { note: gone } = await signedIn.write({ title: 'Deleted since', visibility: 'private' });
  await signedIn.remove(gone);
  const onPhone = { version: 0, rev: 1, fields: { ...fieldsOf('Typed on a phone', 'Since then.'), icon: null } };
  const put = { data: onPhone, headers: { Origin: app.url } };
  expect((await page.request.put(`/api/drafts/${note.uuid}`, put)).status()).toBe(200);
  await page.goto('/note/list/1');
  const patch = (about: string, body: object) => ({
    call: { method: 'PATCH', path: `/api/notes/${about}`, body: { rev: 1, ...body } },
  });
  const waiting = [
    unsent(1, 'new-of-a-year-ago', 'A year ago', {
      words: 'New note “A year ago”',
      edit: '/new?draft=new-of-a-year-ago',
      call: {
        ...{ method: 'POST', path: '/api/notes', headers: { 'Idempotency-Key': 'new-of-a-year-ago' } },
        body: bodyOf('A year ago', 'New then.'),
      },
    }),
    unsent(2, note.uuid, note.title, patch(note.uuid, bodyOf(note.title, 'Saved in a tunnel.'))),
    unsent(3, gone.uuid, 'Typed into what is gone', patch(gone.uuid, bodyOf('Typed into what is gone', ''))),
  ];
  await page.evaluate(
    async ({ owner, waiting, draft }) => {
      localStorage.setItem(`commonplace:unsent:${owner}`, String(waiting.length));
      localStorage.setItem(`commonplace:draft:${owner}:new`, JSON.stringify({ fields: draft }));
      const opening = indexedDB.open(`commonplace:outbox:${owner}`, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore('files');
      const opened = await new Promise<IDBDatabase>((resolve, reject) => {
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error ?? new Error('It did not open.'));
      });
      const writing = opened.transaction('files', 'readwrite');
      for (const one of waiting)
        writing.objectStore('files').put(new TextEncoder().encode(JSON.stringify(one)), one.id);
      await new Promise((resolve) => writing.addEventListener('complete', resolve));
      opened.close();
    },
    { owner: note.authorId, waiting, draft: fieldsOf('Never saved', 'Typed a year ago.') },
  );
  // The session has ended in the meantime.
  await context.clearCookies();
  await page.goto('/user');
  await page.waitForURL(/\/signin/);
  await ApiUser.signIn(context.request, app.url, signedIn.person);
  await page.goto('/user');

  const mark = page.getByRole('button', { name: /to send when you’re online|couldn’t be sent|^Sending/ });
  await expect(mark).toHaveText('2 changes couldn’t be sent');
  await mark.click();
  await expect(page.getByText('it may have been saved already.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again: New note “A year ago”', exact: true }).click();
  await expect(page.getByRole('heading', { name: '1 change to send', exact: true })).toBeVisible();
  const kept = JSON.parse(await signedIn.textOf('/api/library?sort=saved')) as { items: { note: { title: string } }[] };
  expect(kept.items.map((item) => item.note.title)).toEqual(['A year ago', 'Begun a year ago']);
  const { note: saved } = JSON.parse(await signedIn.textOf(`/api/notes/${note.uuid}`)) as { note: { body: string } };
  expect(saved.body).toBe('Saved in a tunnel.');
  const drafts = JSON.parse(await signedIn.textOf(`/api/drafts/${note.uuid}`)) as { draft: { fields: object } | null };
  expect(drafts.draft?.fields).toMatchObject({ body: 'Since then.' });

  await page.getByRole('link', { name: /^Edit: Changes to/ }).click();
  await expect(page.getByText('This note was deleted', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Typed into what is gone');
  await page.goto('/new');
  await expect(page.getByLabel('Title')).toHaveValue('Never saved');
  await expect(page.getByLabel('Text')).toHaveValue('Typed a year ago.');
});
