import { useState, type KeyboardEvent } from 'react';
import { paths } from '../../platform/model/paths.ts';
import type { SettingsSection } from '../../platform/model/settings-sections.ts';
import { cn } from '../../ui/cn.ts';
import { Input } from '../../ui/forms/Input.tsx';
import { settingMatches, settingsAbout, settingsGroups } from './settings-sections.ts';

type Props = {
  /** The section that is open; without one, each says what it is about. */
  current?: SettingsSection | undefined;
  className?: string;
};

/** The ways to every section of the settings, and a search that leaves those that answer to it. */
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
    <div className={cn('grid content-start gap-5', className)}>
      <Input
        type="search"
        aria-label="Search settings"
        placeholder="Search settings"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={press}
      />
      <nav
        aria-label="Settings"
        className={cn(
          'text-[0.9375rem]',
          current ? 'grid content-start gap-5' : '-mx-2 gap-x-10 sm:columns-2 xl:columns-3',
        )}
      >
        {groups.map(({ name, sections }) => (
          <section key={name} aria-label={name} className={cn(!current && 'break-inside-avoid pb-6')}>
            <h2 className="m-0 mb-1 px-2 text-[0.8125rem]! font-medium text-muted">{name}</h2>
            <ul className={cn('m-0 grid list-none p-0', !current && 'gap-1')}>
              {sections.map((section) => (
                <li key={section}>
                  <a
                    href={paths.settingsOf(section)}
                    aria-current={section === current ? 'page' : undefined}
                    className="flex min-h-9 flex-col justify-center rounded-md px-2 py-1 leading-5 text-ink hover:bg-sunken focus-visible:-outline-offset-2 aria-[current]:bg-primary-soft aria-[current]:font-medium aria-[current]:text-primary max-lg:min-h-11"
                  >
                    {settingsAbout[section].label}
                    {!current && <span className="text-sm text-muted">{settingsAbout[section].about}</span>}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <p role="status" className="m-0 px-2 text-sm text-muted empty:hidden">
        {groups.length === 0 && `No setting matches “${typed.trim()}”. Try another word.`}
      </p>
    </div>
  );
}
