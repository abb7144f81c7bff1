import type { Failure } from '../platform/browser/api.ts';
import { paths } from '../platform/model/paths.ts';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

/** What stands where something couldn’t be loaded: what happened, and the way on. */
export function LoadFailure({ failure: { status, problem }, retry }: { failure: Failure; retry: () => void }) {
  const signedOut = status === 401;
  return (
    <div className="grid justify-items-start gap-4">
      <Notice kind="danger" title={signedOut ? 'You’re signed out' : 'This couldn’t be loaded'} className="w-full">
        {signedOut
          ? 'Sign in to see what’s yours.'
          : status === 0
            ? 'The server couldn’t be reached.'
            : problem.detail || problem.title}
      </Notice>
      {signedOut ? (
        <Button href={paths.signIn(location.pathname + location.search)}>Sign in</Button>
      ) : (
        !isFinal(status) && (
          <Button variant="outline" color="neutral" onClick={retry}>
            Try again
          </Button>
        )
      )}
    </div>
  );
}

/** Whether asking again gives the same answer. */
const isFinal = (status: number) => [400, 403, 404, 410].includes(status);

/** Says beside what was pressed that nothing came of it, and why. */
export function NotChanged({ failure: { status, problem } }: { failure: Failure }) {
  return (
    <p role="alert" className="mt-1 mb-0 text-sm text-danger">
      Couldn’t save: {status === 0 ? 'the server couldn’t be reached.' : problem.detail}
    </p>
  );
}
