import { useCall } from '../browser/calls.ts';
import { sizeInWords } from '../../platform/model/bytes.ts';
import { cn } from '../../ui/cn.ts';
import { Loading } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';

/** From here on, somebody is told before the limit is met. */
const nearlyFull = 0.8;

/** How much of what I may keep here is used. */
export function StorageUse() {
  const { answer, retry } = useCall('GET /api/account/storage', {});
  if (!answer) return <Loading what="Loading how much you keep here" lines={2} />;
  if (!answer.ok) return <LoadFailure failure={answer} retry={retry} />;
  const { used, limit } = answer.data;
  return (
    <>
      <p id="storage-used" className="m-0">
        {sizeInWords(used)} of {sizeInWords(limit)} used
      </p>
      <div
        role="meter"
        aria-labelledby="storage-used"
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(used, limit)}
        className="h-2 overflow-hidden rounded-full bg-line"
      >
        <div
          className={cn('h-full rounded-full', used < limit * nearlyFull ? 'bg-primary' : 'bg-danger')}
          style={{ width: `${Math.min(used / limit, 1) * 100}%` }}
        />
      </div>
      {used >= limit * nearlyFull && (
        <Notice kind="danger" title={used >= limit ? 'Nothing more can be saved' : 'This is nearly full'}>
          Delete notes that you no longer need: kept copies of pages are the largest part. Download your data first, if
          you want to keep it elsewhere.
        </Notice>
      )}
      <p className="m-0 text-sm text-muted">
        Counted are notes with their earlier versions, kept copies of pages, highlights, comments and drafts.
      </p>
    </>
  );
}
