import { countedOf } from '../../platform/model/counted.ts';
import { details, forEachDetail } from '../../notes/model/details.ts';
import { useMemo } from 'react';
import { visibilities } from '../browser/note-fields.ts';
import { changedFields, type RevisionContent, type RevisionField } from '../../notes/model/revision.ts';
import { diffLines, diffWordsWithSpace } from 'diff';

/** A piece of two texts: in both, or only in the later or the earlier one. */
type Piece = { kind: 'same' | 'added' | 'removed'; text: string };

/** How many unchanged lines are shown around a change. */
const around = 2;
/** Up to how many characters changed lines are compared word by word. */
const wordsUpTo = 20_000;
/** Milliseconds after which a comparison is given up. */
const timeout = 1000;

/**
 * The differences between two texts: whole lines and, within rewritten lines, words. Of long unchanged stretches the middle
 * is left out; `lines` is its number of lines.
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

/** The names of fields in sentences. */
export const fieldNames: Record<RevisionField, string> = {
  title: 'title',
  body: 'text',
  url: 'link',
  tags: 'tags',
  visibility: 'who can read it',
  ...forEachDetail((name) => details[name].label),
};

/** The differences between two versions of a note. */
export function Changes({ from, to }: { from: RevisionContent; to: RevisionContent }) {
  const changed = changedFields(from, to);
  const texts = useMemo(() => changesBetween(from.body, to.body), [from.body, to.body]);
  if (changed.length === 0) return <p className="m-0 text-muted">No differences.</p>;
  return (
    <div className="grid gap-4">
      {changed
        .filter((field) => field !== 'body')
        .map((field) => (
          <p key={field} dir="auto" className="m-0 wrap-anywhere">
            <span className="text-sm text-muted first-letter:uppercase">{fieldNames[field]}: </span>
            {inWords(from, field) && <Removed text={inWords(from, field)} />}{' '}
            <Added text={inWords(to, field) || 'none'} />
          </p>
        ))}
      {changed.includes('body') && (
        <div dir="auto" className="rounded-md bg-sunken p-3 font-mono text-sm whitespace-pre-wrap wrap-anywhere">
          {texts.map((piece, index) => {
            if (piece.kind === 'skipped') {
              return (
                <span key={index} className="block py-1 text-center font-sans text-muted select-none">
                  {countedOf(piece.lines, 'unchanged line')}
                </span>
              );
            }
            if (piece.kind === 'same') return <span key={index}>{piece.text}</span>;
            return piece.kind === 'added' ? (
              <Added key={index} text={piece.text} />
            ) : (
              <Removed key={index} text={piece.text} />
            );
          })}
        </div>
      )}
    </div>
  );
}

function Added({ text }: { text: string }) {
  return (
    <ins className="rounded-sm bg-primary-soft text-ink decoration-primary">
      <span className="sr-only">Added: </span>
      {text}
    </ins>
  );
}

function Removed({ text }: { text: string }) {
  return (
    <del className="rounded-sm bg-danger-soft text-ink decoration-danger">
      <span className="sr-only">Removed: </span>
      {text}
    </del>
  );
}

function inWords(content: RevisionContent, field: Exclude<RevisionField, 'body'>): string {
  if (field === 'visibility') return visibilities[content.visibility].label;
  return field === 'tags' ? content.tags.join(', ') : (content[field] ?? '');
}
