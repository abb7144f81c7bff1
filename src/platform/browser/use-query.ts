import { useEffect, useState } from 'react';
import { send, type Answer } from './api.ts';

/** The answer of one GET, undefined while it is under way, and a way to ask again. Without a path nothing is asked. */
export function useAnswer<T>(path: string | undefined): { answer: Answer<T> | undefined; again: () => void } {
  const [turn, setTurn] = useState(0);
  const [got, setGot] = useState<{ path: string; turn: number; answer: Answer<T> }>();
  useEffect(() => {
    if (path === undefined) return;
    let wanted = true;
    void send<T>('GET', path).then((answer) => wanted && setGot({ path, turn, answer }));
    return () => {
      wanted = false;
    };
  }, [path, turn]);
  const current = got && got.path === path && got.turn === turn;
  return { answer: current ? got.answer : undefined, again: () => setTurn((last) => last + 1) };
}
