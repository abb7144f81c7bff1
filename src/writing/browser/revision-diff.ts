import { diffLines, diffWordsWithSpace } from 'diff';

/** A piece of two texts: in both, or only in the later or the earlier one. */
export type Piece = { kind: 'same' | 'added' | 'removed'; text: string };

/** Unchanged lines that are shown around a change; what lies between is told by its number. */
const around = 2;
/** Lines that changed are compared word by word up to so many characters; longer ones stand whole. */
const wordsUpTo = 20_000;
/** Milliseconds after which two texts are too different to compare line by line. */
const timeout = 1000;

/**
 * What changed from one text to the next: whole lines, and within lines that were rewritten, words. Of long stretches
 * that are the same, `lines` says how many are left out.
 */
export function changesBetween(before: string, after: string): (Piece | { kind: 'skipped'; lines: number })[] {
  const parts = diffLines(before, after, { timeout }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  const pieces: Piece[] = [];
  for (const part of parts) {
    const last = pieces.at(-1);
    if (part.added && last?.kind === 'removed' && last.text.length + part.value.length <= wordsUpTo) {
      pieces.pop();
      pieces.push(...wordsBetween(last.text, part.value));
    } else pieces.push({ kind: kindOf(part), text: part.value });
  }
  return pieces.flatMap((piece, index) => shortened(piece, index === 0, index === pieces.length - 1));
}

function wordsBetween(before: string, after: string): Piece[] {
  const parts = diffWordsWithSpace(before, after, { timeout });
  if (!parts) {
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
  }
  return parts.map((part) => ({ kind: kindOf(part), text: part.value }));
}

const kindOf = ({ added, removed }: { added: boolean; removed: boolean }) =>
  added ? 'added' : removed ? 'removed' : 'same';

function shortened(piece: Piece, isFirst: boolean, isLast: boolean): (Piece | { kind: 'skipped'; lines: number })[] {
  const lines = piece.text.split(/(?<=\n)/);
  const [head, tail] = [isFirst ? 0 : around, isLast ? 0 : around];
  const left = lines.length - head - tail;
  if (piece.kind !== 'same' || left < 3) return [piece];
  const kept = [lines.slice(0, head), lines.slice(lines.length - tail)].map((part) => part.join(''));
  return [
    ...(kept[0] ? [{ kind: 'same' as const, text: kept[0] }] : []),
    { kind: 'skipped', lines: left },
    ...(kept[1] ? [{ kind: 'same' as const, text: kept[1] }] : []),
  ];
}
