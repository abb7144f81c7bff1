/** The sections of the settings, in the order in which they stand; each is a page. */
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

/** The section to which an address of before leads, when the settings were one page with parts behind the `#`. */
export function settingsSectionOf(hash: string): SettingsSection | undefined {
  const former: Record<string, SettingsSection> = { account: 'email', carry: 'import' };
  return (
    settingsSections.find((section) => section === hash) ?? (Object.hasOwn(former, hash) ? former[hash] : undefined)
  );
}
