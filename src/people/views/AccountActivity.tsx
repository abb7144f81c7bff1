import { useState } from 'react';
import { useCall } from '../browser/calls.ts';
import { activityWords } from '../model/activity.ts';
import { limits } from '../../platform/model/limits.ts';
import { Button } from '../../ui/Button.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { AccountRow } from './AccountRow.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';

const when = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
/** How many are shown first, and more of them at each press. */
const few = 10;

/** What touched my account, with time and device, so that I notice what was not me. */
export function AccountActivity() {
  const { answer, retry } = useCall('GET /api/account/activity', {});
  const [shown, setShown] = useState(few);
  if (!answer) return <Loading what="Loading what touched your account" lines={3} />;
  if (!answer.ok) return <LoadFailure failure={answer} retry={retry} />;
  const { activity } = answer.data;
  return (
    <>
      <p className="m-0 text-muted">
        What touched your account in the last {limits.activity.days} days. If something here was not you, choose a new
        password.
      </p>
      {activity.length === 0 && <p className="m-0">Nothing yet.</p>}
      <ul aria-label="What touched your account" className="m-0 grid list-none gap-3 p-0">
        {activity.slice(0, shown).map(({ kind, at, device, detail }) => (
          <AccountRow
            key={`${at} ${kind} ${detail ?? ''}`}
            name={detail === undefined ? activityWords[kind] : `${activityWords[kind]}: ${detail}`}
            about={
              <>
                <time dateTime={at}>{when.format(new Date(at))}</time>, {device}
              </>
            }
          />
        ))}
      </ul>
      {activity.length > shown && (
        <Button
          variant="outline"
          color="neutral"
          className="justify-self-start"
          onClick={() => setShown((before) => before + few * 2)}
        >
          Show earlier
        </Button>
      )}
    </>
  );
}
