import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ForgotForm } from '../../../src/islands/ForgotForm.tsx';
import { Inbox } from '../../../src/islands/Inbox.tsx';
import { MyNotes } from '../../../src/islands/MyNotes.tsx';
import { NoteForm } from '../../../src/islands/NoteForm.tsx';
import { NoteViewer } from '../../../src/islands/NoteViewer.tsx';
import { Profile } from '../../../src/islands/Profile.tsx';
import { Publishing } from '../../../src/islands/Publishing.tsx';
import { ResetForm } from '../../../src/islands/ResetForm.tsx';
import { SignInForm } from '../../../src/islands/SignInForm.tsx';
import { SignUpForm } from '../../../src/islands/SignUpForm.tsx';
import { UserPage } from '../../../src/islands/UserPage.tsx';
import { VerifyLink } from '../../../src/islands/VerifyLink.tsx';

type Case = { name: string; Island: ComponentType; says: string };

test.each<Case>([
  { name: 'MyNotes', Island: MyNotes, says: 'Loading your notes' },
  { name: 'NoteForm', Island: NoteForm, says: 'Loading the editor' },
  { name: 'NoteViewer', Island: NoteViewer, says: 'Loading the note' },
  { name: 'Profile', Island: Profile, says: 'Loading your profile' },
  { name: 'ResetForm', Island: ResetForm, says: 'Reading the link' },
  { name: 'VerifyLink', Island: VerifyLink, says: 'Reading the link' },
  { name: 'UserPage', Island: UserPage, says: 'Loading your notes' },
  { name: 'Publishing', Island: Publishing, says: 'Loading the state of publishing' },
  { name: 'Inbox', Island: Inbox, says: 'Loading your inbox' },
])('$name is prerendered for nobody in particular: $says', ({ Island, says }) => {
  expect(renderToString(<Island />)).toContain(says);
});

test.each<Case>([
  { name: 'SignInForm', Island: SignInForm, says: 'autoComplete="current-password"' },
  { name: 'SignUpForm', Island: SignUpForm, says: 'autoComplete="new-password"' },
  { name: 'ForgotForm', Island: ForgotForm, says: 'autoComplete="username"' },
])('$name can be filled in before it is alive, but not sent, and never puts a password in the address', (form) => {
  const html = renderToString(<form.Island />);
  expect(html).toContain(form.says);
  expect(html).toMatch(/<form [^>]*method="post"/);
  expect(html).toMatch(/<button type="submit"[^>]*disabled=""/);
});
