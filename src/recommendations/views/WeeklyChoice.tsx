import { call, useCall } from '../browser/calls.ts';
import { SettingSwitch } from '../../ui/forms/Choices.tsx';

/** Whether the best of each week for me comes by mail. Nothing stands here until that is known. */
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
