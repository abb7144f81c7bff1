import { useMemo } from 'react';
import { changesBetween } from '../browser/revision-diff.ts';
import { visibilities } from '../browser/note-fields.ts';
import { changedFields, type RevisionContent, type RevisionField } from '../../notes/model/revision.ts';

/** What each field is called, where a sentence tells of it. */
export const fieldNames: Record<RevisionField, string> = {
  title: 'title',
  body: 'text',
  url: 'link',
  tags: 'tags',
  visibility: 'who can read it',
  icon: 'icon',
};

/** What changed from one version of a note to another. */
export function Changes({ from, to }: { from: RevisionContent; to: RevisionContent }) {
  const changed = changedFields(from, to);
  const texts = useMemo(() => changesBetween(from.body, to.body), [from.body, to.body]);
  if (changed.length === 0) return <p className="m-0 text-muted">Nothing: both say the same.</p>;
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
                  {piece.lines} lines are the same
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
