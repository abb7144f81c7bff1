import { useEffect, useRef, useState } from 'react';
import { call } from '../../capture/browser/calls.ts';
import type { CaptureCalls } from '../../capture/server/routes.ts';
import { normalUrl } from '../../platform/model/url.ts';
import type { Answer } from '../../platform/browser/api.ts';

/** The answer about a captured page. */
export type CapturedPage = CaptureCalls['POST /api/capture']['data'];

type CaptureState = { busy: boolean; answer: Answer<CapturedPage> | undefined };

/**
 * Captures the page of a link that was pasted, prefilled (`first`) or typed, and passes the title and text to `fill`, which
 * fills in empty fields only. Each address is captured once; only the answer for the last one is used.
 */
export function useCapture(first: string, fill: (found: { title?: string; body?: string }) => void) {
  const [state, setState] = useState<CaptureState>({ busy: false, answer: undefined });
  const asked = useRef<string>(undefined);
  const filling = useRef(fill);
  useEffect(() => {
    filling.current = fill;
  });

  async function look(typed: string) {
    const url = typed.trim();
    const normal = normalUrl(url);
    if (normal === asked.current) return;
    asked.current = normal;
    if (normal === undefined) return setState({ busy: false, answer: undefined });
    setState({ busy: true, answer: undefined });
    const answer = await call('POST /api/capture', { body: { url } });
    if (asked.current !== normal) return;
    setState({ busy: false, answer });
    const page = answer.ok ? answer.data.page : null;
    if (page) filling.current({ title: page.title, body: page.description && `> ${page.description}\n\n` });
  }

  const looking = useRef(look);
  useEffect(() => {
    looking.current = look;
  });
  useEffect(() => {
    if (first) void looking.current(first);
  }, [first]);

  return {
    ...state,
    look: (typed: string) => void look(typed),
    /** The pasted text is in the field only after the event. */
    pasted: (field: HTMLInputElement) => void requestAnimationFrame(() => void look(field.value)),
  };
}
