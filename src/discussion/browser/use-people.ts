import { useEffect, useState } from 'react';
import { call } from '../../people/browser/calls.ts';

export type Named = { handle: string; name: string };

/** Typing rests for so long before the server is asked. */
const restMs = 120;

/**
 * The people whose handles begin so: those who take part here at once and first, then everyone whom the server knows.
 * Nobody while nothing is being typed; a server that does not answer leaves those who are here.
 */
export function usePeople(begun: string | undefined, here: readonly Named[]): Named[] {
  const [found, setFound] = useState<{ begun: string; people: Named[] }>();

  useEffect(() => {
    if (begun === undefined) return;
    let stale = false;
    const timer = setTimeout(() => {
      void call('GET /api/people', { query: { prefix: begun } }).then((answer) => {
        if (!stale && answer.ok) setFound({ begun, people: answer.data.people });
      });
    }, restMs);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [begun]);

  if (begun === undefined) return [];
  // What was found for less holds what is found for more, until the answer to that comes.
  const known = found && begun.startsWith(found.begun) ? found.people : [];
  const all = new Map([...here, ...known].map((person) => [person.handle, person]));
  return [...all.values()].filter(({ handle }) => handle.startsWith(begun)).slice(0, 6);
}
