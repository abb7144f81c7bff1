import { useQuery } from '../../platform/browser/use-query.ts';
import { sizeInWords } from '../../platform/model/bytes.ts';
import type { Backups } from '../../platform/model/backups.ts';
import { Loading } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';

const when = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const At = ({ time }: { time: string }) => <time dateTime={time}>{when.format(new Date(time))}</time>;

/** Tells an owner of the installation when the last backup was made and verified. */
export function BackupFacts() {
  const { answer, retry } = useQuery<Backups>('/api/backups');
  return (
    <section aria-labelledby="backups" className="mt-10 grid gap-4 border-t border-line pt-6">
      <h2 id="backups" className="m-0! text-lg! font-semibold">
        Backups
      </h2>
      {!answer && <Loading what="Loading the backups" lines={2} />}
      {answer?.ok === false && <LoadFailure failure={answer} retry={retry} />}
      {answer?.ok && <Facts {...answer.data} />}
    </section>
  );
}

function Facts({ days, last, failure }: Backups) {
  return (
    <>
      {failure && (
        <Notice kind="danger">
          <span>
            The last attempt, <At time={failure.at} />, failed: {failure.message}
          </span>
        </Notice>
      )}
      {last && (
        <p className="m-0">
          The latest was made <At time={last.at} /> ({sizeInWords(last.bytes)}), then read back and found complete{' '}
          <At time={last.verifiedAt} />.
        </p>
      )}
      <p className="m-0 text-muted">
        {days === null
          ? 'No backups are made yet. To begin, make a key with “npm run backup -- --make-key” and set BACKUP_RECIPIENT to its public half.'
          : `A backup is made every night and kept for ${days === 1 ? 'one day' : `${days} days`}.`}
        {days !== null && !last && ' None has been made yet.'}
      </p>
    </>
  );
}
