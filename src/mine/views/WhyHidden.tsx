import { hiddenInWords } from '../../notes/model/note-access.ts';
import { paths } from '../../platform/model/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { DialogActions, DialogClose, DialogTitle } from '../../ui/Dialog.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Loading } from '../../ui/Loading.tsx';
import type { InModal } from '../../ui/modal/modal.ts';
import { useCall } from '../../writing/browser/calls.ts';

/** What a moderator or a rule decided about one's own note, and the way to say something against it. */
export function WhyHidden({ uuid, title }: { uuid: string; title: string } & InModal) {
  const { answer, retry } = useCall('GET /api/notes/{uuid}', { at: { uuid } });
  const hidden = answer?.ok ? answer.data.note.hidden : undefined;
  return (
    <>
      <DialogTitle>{title}</DialogTitle>
      {!answer && <Loading what="Loading the reason" lines={2} />}
      {answer && !answer.ok && <LoadFailure failure={answer} retry={retry} />}
      {answer?.ok && (
        <p className="m-0 wrap-anywhere">
          {hidden ? hiddenInWords(hidden) : 'It isn’t hidden any more. Readers can find it.'}
        </p>
      )}
      {hidden?.action && (
        <DialogActions>
          <Button variant="outline" color="neutral" href={paths.appeal(hidden.action)}>
            Appeal
          </Button>
        </DialogActions>
      )}
      <DialogClose />
    </>
  );
}
