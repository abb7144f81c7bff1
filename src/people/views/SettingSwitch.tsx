import { useState, type ReactNode } from 'react';
import type { Answer, Failure } from '../../platform/browser/api.ts';
import { Switch } from '../../ui/forms/Switch.tsx';
import { NotChanged } from './NotChanged.tsx';

type Props = {
  /** Says what is on or off. */
  children: ReactNode;
  /** As it is stored. */
  stored: boolean;
  save: (on: boolean) => Promise<Answer<unknown>>;
};

/** A setting that is kept as soon as it is switched, and goes back where that fails. */
export function SettingSwitch({ children, stored, save }: Props) {
  const [chosen, setChosen] = useState<boolean>();
  const [failure, setFailure] = useState<Failure>();

  async function choose(on: boolean) {
    setFailure(undefined);
    setChosen(on);
    const answer = await save(on);
    if (answer.ok) return;
    setChosen(!on);
    setFailure(answer);
  }

  return (
    <div>
      <Switch checked={chosen ?? stored} onChange={(on) => void choose(on)}>
        {children}
      </Switch>
      {failure && <NotChanged failure={failure} />}
    </div>
  );
}
