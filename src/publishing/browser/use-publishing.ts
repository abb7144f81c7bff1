import { useEffect, useState } from 'react';
import { type PublishingState, phaseOf } from '../model/publishing.ts';
import { callsOf, type Failure } from '../../platform/browser/api.ts';
import type { PublishingCalls } from '../server/routes.ts';

const call = callsOf<PublishingCalls>();

const pollMs = 1000;
/** What was forgotten or failed is retried by the server. */
const pollWhileStillMs = 5000;

/** The state of publishing, read again while there is something to publish, and a function that publishes now. */
export function usePublishing() {
  const [state, setState] = useState<PublishingState>();
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const [next, setNext] = useState({ inMs: 0 });

  useEffect(() => {
    let current = true;
    const timer = setTimeout(() => {
      void call('GET /api/publish', {}).then((answer) => {
        if (!current) return;
        setFailure(answer.ok ? undefined : answer);
        if (!answer.ok) return;
        setState(answer.data);
        const phase = phaseOf(answer.data);
        if (phase === 'waiting' || phase === 'building') setNext({ inMs: pollMs });
        else if (phase !== 'published') setNext({ inMs: pollWhileStillMs });
      });
    }, next.inMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [next]);

  async function publish() {
    if (busy) return;
    setBusy(true);
    const answer = await call('POST /api/publish', {});
    setBusy(false);
    setFailure(answer.ok ? undefined : answer);
    if (!answer.ok) return;
    setState(answer.data);
    setNext({ inMs: pollMs });
  }

  return { state, failure, busy, publish, retry: () => setNext({ inMs: 0 }) };
}
