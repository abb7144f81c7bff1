import { cn } from './cn.ts';
import type { Failure } from '../platform/browser/api.ts';
import { paths } from '../platform/model/paths.ts';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

/** Lines in the place of what is on its way, with a sentence for those who do not see them. */
export function Loading({ what, lines = 3 }: { what: string; lines?: number }) {
  return (
    <div role="status" className="grid gap-3 py-2 [@media(scripting:none)]:hidden">
      <span className="sr-only">{what}</span>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className="last:w-3/5" />
      ))}
    </div>
  );
}

/** Holds the place of something that is on its way: a line of text unless its class names say otherwise. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'block h-4 animate-pulse rounded-md bg-line contrast-more:bg-sunken motion-reduce:animate-none',
        className,
      )}
    />
  );
}

/** What stands where something couldn’t be loaded: what happened, and the way on. */
export function LoadFailure({ failure: { status, problem }, retry }: { failure: Failure; retry: () => void }) {
  const signedOut = status === 401;
  return (
    <Notice kind="danger" title={signedOut ? 'You’re signed out' : 'This couldn’t be loaded'}>
      <span>
        {signedOut
          ? 'Sign in to see what’s yours.'
          : status === 0
            ? 'The server couldn’t be reached.'
            : problem.detail || problem.title}
      </span>
      {signedOut ? (
        <Button size="xs" className="mt-1 justify-self-start" href={paths.signIn(location.pathname + location.search)}>
          Sign in
        </Button>
      ) : (
        !isFinal(status) && (
          <Button size="xs" variant="outline" color="neutral" className="mt-1 justify-self-start" onClick={retry}>
            Try again
          </Button>
        )
      )}
    </Notice>
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
