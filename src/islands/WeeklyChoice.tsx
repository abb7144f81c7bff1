import { useState } from 'react';
import { send } from '../client/api.ts';
import { useAnswer } from '../client/use-answer.ts';
import type { WeeklySetting } from '../domain/for-you/page.ts';
import { Switch } from '../ui/Switch.tsx';

/** Whether the best of each week for me comes by mail. Nothing stands here until that is known. */
export function WeeklyChoice() {
  const { answer } = useAnswer<WeeklySetting>('/api/for-you/weekly');
  const [chosen, setChosen] = useState<boolean>();
  const [trouble, setTrouble] = useState<string>();
  if (!answer?.ok) return null;

  async function choose(weekly: boolean) {
    setTrouble(undefined);
    setChosen(weekly);
    const stored = await send('PUT', '/api/for-you/weekly', { weekly });
    if (stored.ok) return;
    setChosen(!weekly);
    setTrouble(stored.status === 0 ? 'the server could not be reached.' : stored.problem.detail);
  }

  return (
    <div>
      <Switch checked={chosen ?? answer.data.weekly} onChange={(weekly) => void choose(weekly)}>
        <span className="font-medium">Weekly mail</span>{' '}
        <span className="text-sm text-muted">with the best of the week for you, and why, on Mondays</span>
      </Switch>
      {trouble && (
        <p role="alert" className="m-0 text-sm text-danger">
          Not changed: {trouble}
        </p>
      )}
    </div>
  );
}
