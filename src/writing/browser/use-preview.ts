import { useEffect, useRef, useState } from 'react';
import type { Answer, Failure } from '../../platform/browser/api.ts';
import { call } from './calls.ts';
import { device } from '../../platform/browser/device-storage.ts';

const storageKey = 'commonplace:preview';

/** Whether text and preview stand beside each other: from the kit's `lg` on. */
export const isRoomForPreview = () => matchMedia('(min-width: 64rem)').matches;

/** Whether the editor opens with its preview: where that was chosen before, and there is room for both. */
export const previewChosen = (storage = device, hasRoom = isRoomForPreview): boolean =>
  storage.read(storageKey) === 'on' && hasRoom();

/** Remembers the choice on this device, where it keeps anything. */
export const choosePreview = (on: boolean, storage = device): boolean => storage.write(storageKey, on ? 'on' : 'off');

type Preview = { html: string; minutes: number };

export type PreviewState = {
  /** The last one that came, however much was typed since. */
  preview: Preview | undefined;
  /** Something was typed that is not in it yet. */
  behind: boolean;
  /** Why the last try failed. */
  failure: Failure | undefined;
  again: () => void;
};

/** Typing rests for so long before the server is asked. */
const restMs = 300;

/**
 * What `text` looks like to readers, made by the server as it makes every page. What came stays while the next one is
 * made, or cannot be; an answer that was overtaken by a newer one is dropped.
 */
export function usePreview(text: string): PreviewState {
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
    again: () => {
      setGot(undefined);
      setTurn((last) => last + 1);
    },
  };
}
