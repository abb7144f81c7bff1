import { SettingSwitch } from '../../ui/forms/Choices.tsx';
import { call, useCall } from '../browser/calls.ts';

/** The switch for copies of all links. It is not shown until the setting is loaded. */
export function CopiesChoice() {
  const { answer } = useCall('GET /api/copies', {});
  if (!answer?.ok) return null;
  return (
    <SettingSwitch stored={answer.data.all} save={(all) => call('PUT /api/copies', { body: { all } })}>
      <span className="font-medium">Keep a copy of every page I link to</span>
      <span className="block text-sm text-muted">
        Pages are read in the background, also those of imported links: a thousand take about an hour. You can then read
        them here, search what they say, and see their pictures. Copies count towards your storage.
      </span>
    </SettingSwitch>
  );
}
