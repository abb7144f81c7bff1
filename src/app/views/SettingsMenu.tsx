import type { SettingsSection } from '../../platform/model/fixed-pages.ts';
import { useState, type KeyboardEvent } from 'react';
import { paths } from '../../platform/model/paths.ts';
import { cn } from '../../ui/cn.ts';
import { Input } from '../../ui/forms/Field.tsx';

/** The name of a section, its description, and other words that people search for. */
type About = { label: string; about: string; words?: string };

export const settingsAbout: Record<SettingsSection, About> = {
  profile: { label: 'Profile', about: 'Your name, picture and handle, and a few words about you', words: 'avatar bio' },
  notifications: {
    label: 'Notifications',
    about: 'What reaches your inbox and your email, and whom you follow or mute',
    words: 'email digest weekly newsletter follow mute unsubscribe',
  },
  look: {
    label: 'Texts and lists',
    about: 'Text size and width, and how much lists show',
    words: 'appearance font size density compact comfortable display',
  },
  email: { label: 'Email address', about: 'Where we send your email', words: 'e-mail verify confirm' },
  password: { label: 'Password', about: 'Change it, and choose what stays signed in', words: 'security' },
  passkeys: {
    label: 'Passkeys',
    about: 'Sign in with your fingerprint, your face or your screen lock',
    words: 'webauthn security key touch id',
  },
  'second-step': {
    label: 'Two-step sign-in',
    about: 'Ask for a code from your phone as well as your password',
    words: '2fa totp authenticator recovery codes security second step',
  },
  sessions: {
    label: 'Signed-in devices',
    about: 'Where you’re signed in, and how to sign out there',
    words: 'sessions log out phone computer',
  },
  activity: { label: 'Account activity', about: 'What has happened to your account lately', words: 'history log' },
  saving: {
    label: 'Saving pages',
    about: 'Copies of the pages you link to, a button for your browser, sharing from your phone',
    words: 'bookmarklet bookmark share extension install app archive offline elsewhere',
  },
  tokens: { label: 'Tokens for programs', about: 'Let scripts and apps work as you', words: 'api key developer' },
  offline: {
    label: 'Reading offline',
    about: 'What this device keeps for when there’s no network',
    words: 'cache download',
  },
  assistant: {
    label: 'Reading assistant',
    about: 'Whether it may read your private notes',
    words: 'ai model privacy questions',
  },
  import: {
    label: 'Import',
    about: 'Bring bookmarks and notes from other places',
    words: 'upload pocket raindrop kindle obsidian csv html',
  },
  export: {
    label: 'Export',
    about: 'Take everything with you, once or on a schedule',
    words: 'download backup markdown json webdav git',
  },
  publishing: {
    label: 'Publishing',
    about: 'Whether your latest changes are on the site',
    words: 'build deploy backup',
  },
  storage: { label: 'Storage', about: 'How much space your things take up', words: 'quota space' },
  data: { label: 'Your data', about: 'Everything about your account in one file', words: 'download gdpr privacy' },
  delete: { label: 'Delete account', about: 'Close your account for good', words: 'leave remove close' },
};

const settingsGroups: readonly { name: string; sections: readonly SettingsSection[] }[] = [
  { name: 'You', sections: ['profile', 'notifications', 'look'] },
  { name: 'Signing in', sections: ['email', 'password', 'passkeys', 'second-step', 'sessions', 'activity'] },
  { name: 'Saving and reading', sections: ['saving', 'tokens', 'offline', 'assistant'] },
  { name: 'What’s yours', sections: ['import', 'export', 'publishing', 'storage', 'data', 'delete'] },
];

/** Whether a section contains all words that were typed, in any order. */
function settingMatches(section: SettingsSection, typed: string): boolean {
  const { label, about, words = '' } = settingsAbout[section];
  const text = `${label} ${about} ${words}`.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

type Props = {
  /** The open section; without it, descriptions are shown. */
  current?: SettingsSection | undefined;
  className?: string;
};

/** Scrolls the menu to the open section if the window is too low for all of it. */
function showChosen(menu: HTMLElement | null): void {
  const chosen = menu?.querySelector<HTMLElement>('[aria-current]');
  if (menu && chosen) menu.scrollTop = chosen.offsetTop - menu.clientHeight + 2 * chosen.offsetHeight;
}

/** Links to all sections of the settings, with a search. */
export function SettingsMenu({ current, className }: Props) {
  const [typed, setTyped] = useState('');
  const groups = settingsGroups
    .map(({ name, sections }) => ({ name, sections: sections.filter((section) => settingMatches(section, typed)) }))
    .filter(({ sections }) => sections.length > 0);
  const first = groups[0]?.sections[0];

  function press({ key }: KeyboardEvent) {
    if (key === 'Enter' && first && typed.trim() !== '') location.assign(paths.settingsOf(first));
  }

  return (
    <div className={cn('flex flex-col gap-4', className)}>
      <Input
        type="search"
        aria-label="Search settings"
        placeholder="Search settings"
        className={cn('flex-none', !current && 'max-w-(--form)')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={press}
      />
      <nav
        ref={showChosen}
        aria-label="Settings"
        className={cn(
          'text-[0.9375rem]',
          current
            ? 'relative -ms-2 grid content-start gap-3 overflow-y-auto pb-1 [scrollbar-width:thin]'
            : '-mx-2 gap-x-10 sm:columns-2',
        )}
      >
        {groups.map(({ name, sections }) => (
          <div key={name} className={cn(!current && 'break-inside-avoid pb-6')}>
            <p aria-hidden="true" className="m-0 mb-0.5 px-2 text-sm font-medium text-muted">
              {name}
            </p>
            <ul aria-label={name} className={cn('m-0 grid list-none p-0', !current && 'gap-1')}>
              {sections.map((section) => (
                <li key={section}>
                  <a
                    href={paths.settingsOf(section)}
                    aria-current={section === current ? 'page' : undefined}
                    className="flex min-h-8 flex-col justify-center rounded-md px-2 py-1 leading-5 text-ink hover:bg-sunken focus-visible:-outline-offset-2 aria-[current]:bg-primary-soft aria-[current]:font-medium aria-[current]:text-primary max-lg:min-h-11"
                  >
                    {settingsAbout[section].label}
                    {!current && <span className="text-sm text-pretty text-muted">{settingsAbout[section].about}</span>}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <p role="status" className="m-0 px-2 text-sm text-muted empty:hidden">
        {groups.length === 0 && `No setting matches “${typed.trim()}”. Try another word.`}
      </p>
    </div>
  );
}
