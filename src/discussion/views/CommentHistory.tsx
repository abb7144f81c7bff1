import type { InModal } from '../../ui/modal/modal.ts';
import { momentOf } from '../../platform/browser/relative-time.ts';
import { useQuery } from '../../platform/browser/use-query.ts';
import type { CommentVersion } from '../model/comment.ts';
import { DialogClose, DialogTitle } from '../../ui/Dialog.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';

type History = { comment: { body: string; editedAt: string | null }; history: CommentVersion[] };

/** The versions of an edited comment, newest first. */
export function CommentHistory({ id }: { id: string } & InModal) {
  const { answer, retry } = useQuery<History>(`/api/comments/${id}`);
  return (
    <>
      <DialogTitle>Earlier versions</DialogTitle>
      <DialogClose />
      {!answer && <Loading what="Loading the earlier versions" lines={4} />}
      {answer && !answer.ok && <LoadFailure failure={answer} retry={retry} />}
      {answer?.ok && (
        <ol className="m-0 grid list-none gap-4 p-0">
          <Version title="Now" body={answer.data.comment.body} />
          {answer.data.history.map(({ body, until }) => (
            <Version key={until} title={`Until ${momentOf(until)}`} body={body} />
          ))}
        </ol>
      )}
    </>
  );
}

function Version({ title, body }: { title: string; body: string }) {
  return (
    <li className="grid gap-1">
      <span className="text-sm text-muted">{title}</span>
      <span dir="auto" className="rounded-md bg-sunken p-3 text-sm whitespace-pre-wrap wrap-anywhere">
        {body}
      </span>
    </li>
  );
}
