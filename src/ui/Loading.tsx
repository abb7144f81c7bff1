import { cn } from './cn.ts';
import type { Answer, Failure } from '../platform/browser/api.ts';
import { paths } from '../platform/model/paths.ts';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';
import type { ReactNode } from 'react';
import type { Paging } from '../platform/browser/use-query.ts';

/** Placeholder lines for content that is loading, with a sentence for screen readers. */
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

/** A placeholder for content that is loading: a line of text unless its class names say otherwise. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn('block h-4 animate-pulse rounded-md bg-sunken motion-reduce:animate-none', className)}
    />
  );
}

/** `what` could not be loaded, in words: `your collections`. */
type FailureProps = { what: string; failure: Failure; retry: () => void };

/** Shown if something couldn’t be loaded: what happened, and a button to sign in or try again. */
export function LoadFailure({ what, failure: { status, problem }, retry }: FailureProps) {
  const signedOut = status === 401;
  return (
    <Notice kind="danger" title={signedOut ? 'You’re signed out' : `Couldn’t load ${what}`}>
      <span>
        {signedOut
          ? 'Sign in to see what’s yours.'
          : status === 0
            ? 'The server couldn’t be reached.'
            : problem.detail || problem.title}
      </span>
      {signedOut ? (
        <Button
          size="xs"
          className="mt-1 justify-self-start"
          href={paths.signIn(location.pathname + location.search + location.hash)}
        >
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

type LoadedProps<Data> = {
  /** What is loaded, in words: `the queue`. */
  what: string;
  answer: Answer<Data> | undefined;
  retry: () => void;
  lines?: number;
  children: (data: Data) => ReactNode;
};

/** The answer of a call: a placeholder, a failure, or `children` with the data. */
export function Loaded<Data>({ what, answer, retry, lines = 5, children }: LoadedProps<Data>) {
  if (!answer) return <Loading what={`Loading ${what}`} lines={lines} />;
  if (!answer.ok) return <LoadFailure what={what} failure={answer} retry={retry} />;
  return children(answer.data);
}

/** Says beside a control that its change was not saved, and why. */
export function NotSavedNotice({ failure: { status, problem } }: { failure: Failure }) {
  return (
    <p role="alert" className="mt-1 mb-0 text-sm text-danger">
      Couldn’t save: {status === 0 ? 'the server couldn’t be reached.' : problem.detail}
    </p>
  );
}

type EndProps = {
  /** What the list contains, in words: `your notes`. */
  of: string;
  paging: Paging;
  /** Whether the list has items already. */
  any: boolean;
  /** The label of the button that loads more. */
  more: string;
  /** Shown if the list is empty. */
  children: ReactNode;
};

/** The end of a paged list: a placeholder while loading, a failure, the button for more, or nothing. */
export function ListEnd({ of, paging: { busy, failure, more, load }, any, more: words, children }: EndProps) {
  if (busy) return <Loading what={`Loading ${of}`} lines={any ? 2 : 6} />;
  if (failure) return <LoadFailure what={of} failure={failure} retry={load} />;
  if (!more) return any ? null : children;
  return (
    <Button variant="outline" color="neutral" className="mt-4 justify-self-start" onClick={load}>
      {words}
    </Button>
  );
}

type EmptyProps = {
  /** A heading of the right level. */
  title?: ReactNode;
  children: ReactNode;
  /** Buttons and links that lead on. */
  actions?: ReactNode;
  className?: string;
};

/** Shown if there is nothing yet: why, and what to do about it. */
export function EmptyState({ title, children, actions, className }: EmptyProps) {
  return (
    <div className={cn('grid justify-items-start gap-3 py-2', className)}>
      {title && (
        <div className="text-lg font-semibold text-ink [&>*]:m-0 [&>*]:text-lg [&>*]:font-semibold">{title}</div>
      )}
      <p className="m-0 wrap-anywhere text-muted">{children}</p>
      {actions && <div className="mt-2 flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
