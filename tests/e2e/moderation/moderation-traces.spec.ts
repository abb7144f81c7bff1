import { randomBytes } from 'node:crypto';
import { expect, test } from '../../support/browser/fixtures.ts';
import { newPerson, siteOwner, ApiUser } from '../../support/people.ts';
import {
  filesWith,
  allListText,
  fetchStatus,
  fetchText,
  waitForFile,
  waitForFileRemoved,
} from '../../support/builds/published.ts';

const word = () => `word${randomBytes(9).toString('hex')}`;

test('a note hidden by moderators leaves no trace in the site, its lists, feeds and inboxes', async ({
  app,
  playwright,
  signedIn,
  someoneElse,
}) => {
  const elsewhere = await playwright.request.newContext();
  const owner = await ApiUser.signIn(elsewhere, app.url, siteOwner);
  const third = await playwright.request.newContext();
  const name = word();
  const leaving = await ApiUser.signUp(third, app.url, { ...newPerson(), name });

  const [title, body, tag, said, theirs] = [word(), word(), word(), word(), word()];
  const removed = await someoneElse.write({ title, body, tags: [tag] });
  const stays = await signedIn.write({ title: 'What stays', body: 'A calm text.' });
  const comment = await someoneElse.comment(stays.note.uuid, `Mind @${signedIn.person.handle}: ${said}`);
  const gone = await leaving.write({ title: theirs, body: theirs });
  await leaving.comment(stays.note.uuid, theirs);
  const words = [title, body, tag, said, theirs, name];
  await waitForFile(app, removed.path);
  await waitForFile(app, gone.path);
  expect(await filesWith(app, [title]), 'what is in sight is found').not.toEqual([]);
  expect(await filesWith(app, [name]), 'who is in sight is found').not.toEqual([]);

  await owner.decide({ action: 'remove', subject: 'note', id: removed.note.uuid });
  await owner.decide({ action: 'hide', subject: 'comment', id: comment });
  await owner.decide({
    action: 'ban',
    subject: 'person',
    id: gone.note.authorId,
    days: null,
    writings: 'hide',
  });
  await waitForFileRemoved(app, removed.path);
  await waitForFileRemoved(app, gone.path);
  const next = await signedIn.write({ title: 'What follows', body: 'Another calm text.' });
  await waitForFile(app, next.path);

  expect(await filesWith(app, [...words, removed.note.uuid, gone.note.uuid])).toEqual([]);
  expect([await fetchStatus(app, removed.path), await fetchStatus(app, gone.path)]).toEqual([410, 404]);
  expect(await fetchStatus(app, `/u/${leaving.person.handle}`)).toBe(404);
  const { uuid } = removed.note;
  for (const address of [
    removed.path,
    `${removed.path}.md`,
    `/api/notes/${uuid}`,
    '/api/notes',
    `/api/notes?tag=${tag}`,
    `/api/notes?author=${someoneElse.person.handle}`,
    `/api/notes?author=${leaving.person.handle}`,
    `/api/notes/${stays.note.uuid}/comments`,
    `/api/comments/${comment}`,
    `/api/oembed?url=${encodeURIComponent(app.url + removed.path)}`,
    `/note/image/${uuid}/1.png`,
    '/feed.xml',
    '/feed.json',
    '/sitemap.xml',
    `/api/search?q=${encodeURIComponent(words.join(' '))}`,
    '/api/search/fresh',
    '/llms.txt',
    '/moderation/log/1',
  ]) {
    const text = await fetchText(app, address);
    for (const trace of words) expect(text.includes(trace), `${trace} at ${address}`).toBe(false);
  }
  const lists = await allListText(app);
  for (const trace of words) expect(lists).not.toContain(trace);
  expect(await signedIn.textOf('/api/inbox')).not.toMatch(new RegExp(words.join('|')));
  await Promise.all([elsewhere.dispose(), third.dispose()]);
});
