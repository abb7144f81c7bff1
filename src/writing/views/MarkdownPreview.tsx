import { useEffect, useRef, useState } from 'react';
import { isSignedOut, sentenceFor, type Answer, type Failure } from '../../platform/browser/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { cn } from '../../ui/cn.ts';
import { Notice } from '../../ui/Notice.tsx';
import { call } from '../browser/calls.ts';
import { device } from '../../platform/browser/device-storage.ts';

const storageKey = 'commonplace:preview';

/** Whether text and preview fit beside each other: from the kit's breakpoint `lg` on. */
export const isRoomForPreview = () => matchMedia('(min-width: 64rem)').matches;

/** Whether the editor opens with its preview: if that was chosen before, and both fit. */
export const previewChosen = (storage = device, hasRoom = isRoomForPreview): boolean =>
  storage.read(storageKey) === 'on' && hasRoom();

/** Stores the choice on this device. Returns false if that is not possible. */
export const choosePreview = (on: boolean, storage = device): boolean => storage.write(storageKey, on ? 'on' : 'off');

/** The height of both text and preview: what the window leaves. */
export const paneHeight = 'lg:min-h-[calc(100dvh-13rem)] lg:max-h-[calc(100dvh-13rem)]';

type Preview = { html: string; minutes: number };

type PreviewState = {
  /** The last one that arrived, even if the text has changed since. */
  preview: Preview | undefined;
  /** Whether the text has changed since the preview. */
  behind: boolean;
  /** Why the last request failed. */
  failure: Failure | undefined;
  retry: () => void;
};

/** How long typing must pause before a preview is requested. */
const restMs = 300;

/**
 * The preview of a text, rendered by the server in the same way as pages. The last one stays until the next one arrives, or
 * if that fails; an answer that arrives after a newer one is dropped.
 */
function usePreview(text: string): PreviewState {
  const [turn, setTurn] = useState(0);
  const [got, setGot] = useState<{ at: number; text: string; answer: Answer<Preview> }>();
  const [preview, setPreview] = useState<Preview>();
  const sentCount = useRef(0);
  const latestAt = useRef(0);
  const empty = text.trim() === '';

  useEffect(() => {
    if (empty) return;
    const timer = setTimeout(
      () => {
        const at = (sentCount.current += 1);
        void call('POST /api/preview', { body: { body: text } }).then((answer) => {
          if (at < latestAt.current) return;
          latestAt.current = at;
          setGot({ at, text, answer });
          if (answer.ok) setPreview(answer.data);
        });
      },
      sentCount.current === 0 ? 0 : restMs,
    );
    return () => clearTimeout(timer);
  }, [text, empty, turn]);

  return {
    preview: empty ? undefined : preview,
    behind: !empty && got?.text !== text,
    failure: !empty && got && !got.answer.ok ? got.answer : undefined,
    retry: () => {
      setGot(undefined);
      setTurn((last) => last + 1);
    },
  };
}

type Props = { text: string; id: string; takesFocus: boolean };

/** Shows a text as readers will see it. The scroll position stays while the text changes. */
export function MarkdownPreview({ text, id, takesFocus }: Props) {
  const box = useRef<HTMLElement>(null);
  const { preview, behind, failure, retry } = usePreview(text);
  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      {failure && !behind && (
        <Notice kind="danger" title={preview ? 'This preview is out of date' : 'No preview'}>
          <span>{isSignedOut(failure) ? signedOut : sentenceFor(failure, new Date())}</span>
          <Button size="xs" variant="outline" color="neutral" className="justify-self-start" onClick={retry}>
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
        className={cn(
          paneHeight,
          'min-h-72 overflow-y-auto rounded-lg border border-line px-5 py-4 outline-primary focus-visible:outline-2',
        )}
      >
        {preview ? (
          <div className="prose [&>:first-child]:mt-0" dir="auto" dangerouslySetInnerHTML={{ __html: preview.html }} />
        ) : behind ? (
          <Loading what="Loading the preview" lines={5} />
        ) : (
          !failure && <p className="m-0 text-muted">What you write appears here as readers will see it.</p>
        )}
      </section>
      {preview && <p className="m-0 text-sm text-muted">{preview.minutes} min read</p>}
    </div>
  );
}

const signedOut = 'You’re signed out, so there’s no preview. What you typed is still here.';
