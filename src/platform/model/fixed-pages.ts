import { paths, type GuardName } from './paths.ts';
import { settingsSections } from './settings-sections.ts';

/** The pages that only some may see, with the guard that each names. Part of every build's route rules. */
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
