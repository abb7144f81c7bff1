import type { Failure } from '../platform/browser/api.ts';
import { paths } from '../platform/model/paths.ts';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

/** What stands where something couldn’t be loaded: what happened, and the way on. */
export function LoadFailure({ failure, retry }: { failure: Failure; retry: () => void }) {
  const { title, detail, mayHelp } = wordsFor(failure);
  return (
    <div className="grid justify-items-start gap-4">
      <Notice kind="danger" title={title} className="w-full">
        {detail}
      </Notice>
      <div className="flex flex-wrap gap-2">
        {mayHelp && <Button onClick={retry}>Try again</Button>}
        {failure.status === 401 && <Button href={paths.signIn(location.pathname + location.search)}>Sign in</Button>}
        <Button variant="outline" color="neutral" href={paths.list(1)}>
          All notes
        </Button>
      </div>
    </div>
  );
}

/** What happened, and whether trying again may help. */
export function wordsFor({ status, problem }: Failure): { title: string; detail: string; mayHelp: boolean } {
  if (status === 0) return { title: problem.title, detail: 'The server couldn’t be reached.', mayHelp: true };
  if (status === 401) return { title: 'You’re signed out', detail: 'Sign in to see what’s yours.', mayHelp: false };
  if (status === 404 || status === 400 || status === 403) {
    return {
      title: 'Note not found',
      detail: 'This note doesn’t exist, or its author hasn’t shared it with you.',
      mayHelp: false,
    };
  }
  if (status === 410) return { title: 'This note is gone', detail: 'Its author deleted it.', mayHelp: false };
  return { title: problem.title, detail: problem.detail || 'This can’t be shown right now.', mayHelp: true };
}

/** Says beside what was pressed that nothing came of it, and why. */
export function NotChanged({ failure: { status, problem } }: { failure: Failure }) {
  return (
    <p role="alert" className="mt-1 mb-0 text-sm text-danger">
      Couldn’t save: {status === 0 ? 'the server couldn’t be reached.' : problem.detail}
    </p>
  );
}
