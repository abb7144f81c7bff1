import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ForgotForm, ResetForm } from '../../../src/people/views/NewPassword.tsx';
import { Inbox } from '../../../src/inbox/views/Inbox.tsx';
import { MyLibrary } from '../../../src/mine/views/MyLibrary.tsx';
import { NoteForm } from '../../../src/writing/views/NoteForm.tsx';
import { NoteViewer } from '../../../src/app/views/NoteViewer.tsx';
import { Profile } from '../../../src/people/views/Profile.tsx';
import { Publishing } from '../../../src/publishing/views/Publishing.tsx';
import { SettingsOverview } from '../../../src/app/views/SettingsPage.tsx';
import { SignInForm } from '../../../src/people/views/SignInForm.tsx';
import { SignUpForm } from '../../../src/people/views/SignUpForm.tsx';
import { Unsubscribe } from '../../../src/inbox/views/static/Unsubscribe.tsx';
import { VerifyLink } from '../../../src/people/views/MailedLinks.tsx';

type Case = { name: string; Island: ComponentType; says: string };

test.each<Case>([
  { name: 'MyLibrary', Island: MyLibrary, says: 'Loading your library' },
  { name: 'NoteForm', Island: NoteForm, says: 'Loading the editor' },
  { name: 'NoteViewer', Island: NoteViewer, says: 'Loading the note' },
  { name: 'Profile', Island: Profile, says: 'Loading your profile' },
  { name: 'ResetForm', Island: ResetForm, says: 'Checking the link' },
  { name: 'VerifyLink', Island: VerifyLink, says: 'Checking the link' },
  { name: 'SettingsOverview', Island: SettingsOverview, says: 'Two-step sign-in' },
  { name: 'Publishing', Island: Publishing, says: 'Loading what’s on the site' },
  { name: 'Inbox', Island: Inbox, says: 'Loading your inbox' },
])('$name is prerendered without personal data: $says', ({ Island, says }) => {
  expect(renderToString(<Island />)).toContain(says);
});

test.each<Case>([
  { name: 'SignInForm', Island: SignInForm, says: 'autoComplete="current-password"' },
  { name: 'SignUpForm', Island: SignUpForm, says: 'autoComplete="new-password"' },
  { name: 'ForgotForm', Island: ForgotForm, says: 'autoComplete="username"' },
])(
  '$name can be filled in before it is hydrated, but not submitted, and never puts a password in the address',
  (form) => {
    const html = renderToString(<form.Island />);
    expect(html).toContain(form.says);
    expect(html).toMatch(/<form [^>]*method="post"/);
    expect(html).toMatch(/<button type="submit"[^>]*disabled=""/);
  },
);

test.each([
  ['digest', '<a href="/inbox">in your inbox</a>'],
  ['weekly', '<a href="/for-you">under For you</a>'],
  ['review', '<a href="/user#review">in your review</a>'],
  ['mail', '<a href="/inbox">in your inbox</a>'],
] as const)('a person who unsubscribes from %s mail sees where to find everything', (batch, place) => {
  const done = renderToString(<Unsubscribe state="done" batch={batch} />);
  expect(done.replaceAll('<!-- -->', '')).toContain(`You’ll still find everything ${place} on the site.`);
  expect(renderToString(<Unsubscribe state="ask" batch={batch} />)).toContain('there’s no need to sign in');
});
