import { paths, type GuardName } from './paths.ts';

/** The sections of the settings, in the order of display; each is a page. */
export const settingsSections = [
  'profile',
  'notifications',
  'look',
  'email',
  'password',
  'passkeys',
  'second-step',
  'sessions',
  'activity',
  'saving',
  'tokens',
  'offline',
  'assistant',
  'import',
  'export',
  'publishing',
  'storage',
  'data',
  'delete',
] as const;
export type SettingsSection = (typeof settingsSections)[number];

/** The section for a fragment of the time when the settings were one page. */
export function settingsSectionOf(hash: string): SettingsSection | undefined {
  const former: Record<string, SettingsSection> = { account: 'email', carry: 'import' };
  return (
    settingsSections.find((section) => section === hash) ?? (Object.hasOwn(former, hash) ? former[hash] : undefined)
  );
}

/** The pages that only some people may see, with their guards. Part of every build's route rules. */
export const guardedPaths: Readonly<Record<string, GuardName>> = {
  '/inbox': 'auth',
  '/new': 'auth',
  '/user': 'auth',
  '/user/settings': 'auth',
  ...Object.fromEntries(settingsSections.map((section) => [paths.settingsOf(section), 'auth' as const])),
  '/note/copy': 'auth',
  '/moderation': 'moderator',
};

/** Pages that exist whatever has been published. */
export const fixedPages: readonly string[] = [
  paths.home,
  paths.order('hot'),
  paths.order('discussed'),
  paths.order('saved'),
  paths.forYou,
  paths.tags,
  paths.search,
  paths.inbox,
  paths.write,
  paths.user,
  paths.settings,
  ...settingsSections.map(paths.settingsOf),
  paths.moderation,
  '/appeal',
  paths.signIn(),
  paths.signUp(),
  paths.forgot,
  '/reset',
  '/verify',
  '/undo',
  '/note/item',
  '/note/copy',
];
