import { useEffect, useRef } from 'react';
import { sentenceFor } from '../../platform/browser/api.ts';
import { usePreview } from '../browser/use-preview.ts';
import { Button } from '../../ui/Button.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';

type Props = { text: string; id: string; takesFocus: boolean };

/** A text that is being written as readers will see it. It keeps its place while it changes. */
export function MarkdownPreview({ text, id, takesFocus }: Props) {
  const box = useRef<HTMLElement>(null);
  const { preview, behind, failure, again } = usePreview(text);
  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);
  return (
    <div className="grid min-w-0 content-start gap-1.5 lg:sticky lg:top-4">
      <p className="m-0 flex items-baseline justify-between gap-4 text-[0.9375rem] font-medium text-ink">
        Preview
        {preview && <span className="text-sm font-normal text-muted">{preview.minutes} min read</span>}
      </p>
      {failure && !behind && (
        <Notice kind="danger" title={preview ? 'This preview is not up to date' : 'No preview'}>
          <span>{failure.status === 401 ? signedOut : sentenceFor(failure, new Date())}</span>
          <Button size="xs" variant="outline" color="neutral" className="justify-self-start" onClick={again}>
            Try again
          </Button>
        </Notice>
      )}
      <section
        ref={box}
        id={id}
        aria-label="Preview"
        aria-busy={behind}
        tabIndex={0}
        className="min-h-72 overflow-y-auto rounded-lg border border-line px-5 py-4 focus-visible:outline-2 outline-primary lg:max-h-[calc(100dvh-6rem)]"
      >
        {preview ? (
          <div className="prose" dir="auto" dangerouslySetInnerHTML={{ __html: preview.html }} />
        ) : behind ? (
          <Loading what="Making the preview" lines={5} />
        ) : (
          !failure && <p className="m-0 text-muted">What you write appears here as readers will see it.</p>
        )}
      </section>
    </div>
  );
}

const signedOut =
  'You are signed out, and previews are made for those who are signed in. What you typed is still here.';
