import { call, useCall } from '../browser/calls.ts';
import { SettingSwitch } from '../../ui/forms/Choices.tsx';

/** The switch for the weekly mail. It is not shown until the setting is loaded. */
export function WeeklyChoice() {
  const { answer } = useCall('GET /api/for-you/weekly', {});
  if (!answer?.ok) return null;
  return (
    <SettingSwitch stored={answer.data.weekly} save={(weekly) => call('PUT /api/for-you/weekly', { body: { weekly } })}>
      <span className="font-medium">Weekly email</span>{' '}
      <span className="text-sm text-muted">with the week’s best notes for you, every Monday</span>
    </SettingSwitch>
  );
}
