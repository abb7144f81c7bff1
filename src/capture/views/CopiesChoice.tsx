import { Loading, LoadFailure } from '../../ui/Loading.tsx';
import { SettingSwitch } from '../../ui/forms/Choices.tsx';
import { call, useCall } from '../browser/calls.ts';

/** The switch for copies of all links. */
export function CopiesChoice() {
  const { answer, retry } = useCall('GET /api/copies', {});
  if (!answer) return <Loading what="Loading your choice" lines={2} />;
  if (!answer.ok) return <LoadFailure what="your choice" failure={answer} retry={retry} />;
  return (
    <SettingSwitch stored={answer.data.all} save={(all) => call('PUT /api/copies', { body: { all } })}>
      <span className="font-medium">Keep a copy of every page I link to</span>
      <span className="block text-sm text-muted">
        Imported links get one too, in the background: a thousand take about an hour. You can then read the pages here,
        search their text and see their pictures. Copies count towards your storage.
      </span>
    </SettingSwitch>
  );
}
