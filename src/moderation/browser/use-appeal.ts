import { useEffect, useState } from 'react';
import type { AppealView } from '../model/appeal.ts';
import { call } from './calls.ts';
import type { Answer } from '../../platform/browser/api.ts';
import { useSearch } from '../../platform/browser/use-browser.ts';

/**
 * The decision that `?about=` names, null where it names none. Who cannot sign in comes with a token behind the `#`,
 * which no log and no other site gets to see.
 */
export function useAppeal() {
  const search = useSearch();
  const about = search === undefined ? undefined : new URLSearchParams(search).get('about');
  const token = search === undefined ? undefined : location.hash.slice(1) || undefined;
  const [turn, setTurn] = useState(0);
  const [answer, setAnswer] = useState<Answer<AppealView>>();
  useEffect(() => {
    if (!about) return;
    let wanted = true;
    void askFor(about, token).then((got) => wanted && setAnswer(got));
    return () => {
      wanted = false;
    };
  }, [about, token, turn]);
  return { about, token, answer, again: () => setTurn((last) => last + 1) };
}

/** Sends the one appeal. */
export const sendAppeal = (body: { about: string; text: string; token: string | undefined }) =>
  call('POST /api/appeals', { body });

function askFor(about: string, token: string | undefined): Promise<Answer<AppealView>> {
  return call('GET /api/appeals', {
    query: { about },
    ...(token !== undefined && { headers: { 'Appeal-Token': token } }),
  });
}
