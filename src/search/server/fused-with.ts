import type { Reorder } from '../model/find.ts';
import { fused } from '../model/fused.ts';
import { idOf } from '../model/note.ts';

/** Ranks what words find together with notes that are near in meaning, the nearest first; undefined where there are none. */
export function fusedWith(near: readonly string[]): Reorder | undefined {
  if (near.length === 0) return undefined;
  const ids = near.map(idOf);
  return (found) => fused([found, ids]);
}
