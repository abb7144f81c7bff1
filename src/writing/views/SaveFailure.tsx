import { useState } from 'react';
import { type Failure, sentenceFor } from '../../platform/browser/api.ts';
import { paths } from '../../platform/model/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

type Props = {
  failure: Failure;
  /** For a note that exists: makes a new one of what is in the form, should the old one be gone. */
  onSaveAsNew: (() => void) | undefined;
};

/** Why a note was not saved, and what the writer can do. The form above it keeps everything. */
export function SaveFailure({ failure, onSaveAsNew }: Props) {
  const [now] = useState(() => new Date());
  const { status, problem } = failure;
  if (status === 401) {
    return (
      <Notice kind="danger" title="You are signed out">
        <span>
          Nothing is lost: what you typed is still here.{' '}
          <a href={paths.signIn()} target="_blank" rel="noopener" className="text-primary underline">
            Sign in in a new tab
          </a>
          , come back, and save again.
        </span>
      </Notice>
    );
  }
  if ((status === 404 || status === 410) && onSaveAsNew) {
    return (
      <Notice kind="danger" title="This note was deleted elsewhere">
        What you typed is still here.
        <Button size="xs" variant="outline" color="neutral" className="justify-self-start" onClick={onSaveAsNew}>
          Save it as a new note
        </Button>
      </Notice>
    );
  }
  if (problem.errors?.some(({ path }) => path !== '')) {
    return <Notice kind="danger">Not saved yet. Look at what is marked above.</Notice>;
  }
  return (
    <Notice kind="danger" title="Not saved">
      <span>{sentenceFor(failure, now)}</span>
      <Button size="xs" type="submit" variant="outline" color="neutral" className="justify-self-start">
        Try again
      </Button>
    </Notice>
  );
}
