import { useEffect, useRef, useState } from 'react';
import { isSignedOut, sentenceFor, type Answer, type Failure } from '../../platform/browser/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { cn } from '../../ui/cn.ts';
import { Notice } from '../../ui/Notice.tsx';
import { call } from '../browser/calls.ts';
import { device } from '../../platform/browser/device-storage.ts';

const storageKey = 'commonplace:preview';

/** Whether text and preview stand beside each other: from the kit's `lg` on. */
export const isRoomForPreview = () => matchMedia('(min-width: 64rem)').matches;

/** Whether the editor opens with its preview: where that was chosen before, and there is room for both. */
export const previewChosen = (storage = device, hasRoom = isRoomForPreview): boolean =>
  storage.read(storageKey) === 'on' && hasRoom();

/** Remembers the choice on this device, where it keeps anything. */
export const choosePreview = (on: boolean, storage = device): boolean => storage.write(storageKey, on ? 'on' : 'off');

/** Text and preview are as high as each other, and as the window leaves room for. */
export const paneHeight = 'lg:min-h-[calc(100dvh-13rem)] lg:max-h-[calc(100dvh-13rem)]';

type Preview = { html: string; minutes: number };

type PreviewState = {
  /** The last one that came, however much was typed since. */
  preview: Preview | undefined;
  /** Something was typed that is not in it yet. */
  behind: boolean;
  /** Why the last try failed. */
  failure: Failure | undefined;
  retry: () => void;
};

/** Typing rests for so long before the server is asked. */
const restMs = 300;

/**
 * What `text` looks like to readers, made by the server as it makes every page. What came stays while the next one is
 * made, or cannot be; an answer that was overtaken by a newer one is dropped.
 */
function usePreview(text: string): PreviewState {
  const [turn, setTurn] = useState(0);
  const [got, setGot] = useState<{ at: number; text: string; answer: Answer<Preview> }>();
  const [preview, setPreview] = useState<Preview>();
  const asked = useRef(0);
  const heard = useRef(0);
  const empty = text.trim() === '';

  useEffect(() => {
    if (empty) return;
    const timer = setTimeout(
      () => {
        const at = (asked.current += 1);
        void call('POST /api/preview', { body: { body: text } }).then((answer) => {
          if (at < heard.current) return;
          heard.current = at;
          setGot({ at, text, answer });
          if (answer.ok) setPreview(answer.data);
        });
      },
      asked.current === 0 ? 0 : restMs,
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

/** A text that is being written as readers will see it. It keeps its place while it changes. */
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
