import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { beginCaret, showMarks, textOf, selectedSpan } from '../browser/reading-caret.ts';
import { isFreeKey, shortcutsOn } from '../../platform/browser/shortcut-keys.ts';
import { toasts } from '../../ui/toasts/toasts.ts';
import { useHighlights } from '../browser/use-highlights.ts';
import { limits } from '../../platform/model/limits.ts';
import { findPassage, passageAt } from '../model/passage.ts';
import { Button } from '../../ui/Button.tsx';
import { HighlightList } from './AllHighlights.tsx';
import type { Passage } from '../model/highlight.ts';

/** The text of a copy in which its owner highlights passages, and the list of what they highlighted. */
export function HighlightedText({ uuid, html }: { uuid: string; html: string }) {
  const text = useRef<HTMLDivElement>(null);
  const own = useHighlights(uuid);
  const chosen = usePassage(text);
  const [busy, setBusy] = useState(false);
  const [caret, setCaret] = useState(false);
  const known = useRef<ReadonlySet<string>>(new Set());
  const [editing, setEditing] = useState<string>();
  const { highlights } = own;

  const plain = useMemo(() => {
    const template = document.createElement('template');
    template.innerHTML = html;
    return textOf(template.content);
  }, [html]);
  const lost = new Set(highlights?.filter((each) => !findPassage(plain, each)).map(({ id }) => id));

  // With the list, so that nobody meets one without the other.
  useLayoutEffect(() => {
    if (!text.current || !highlights) return;
    showMarks(text.current, highlights);
    // Whoever selects by keyboard goes on where the passage ended.
    const added = highlights.filter(({ id }) => !known.current.has(id)).at(-1)?.id;
    known.current = new Set(highlights.map(({ id }) => id));
    if (!added || !text.current.isContentEditable) return;
    const last = [...text.current.querySelectorAll(`mark[data-highlight="${added}"]`)].at(-1);
    if (last) getSelection()?.collapse(last, last.childNodes.length);
  }, [highlights, html]);

  async function highlight({ comment = false } = {}) {
    const now = chosenIn(text.current);
    if (!now || !('passage' in now) || busy || !highlights) return;
    setBusy(true);
    const made = await own.add({ ...now.passage, comment: '' });
    setBusy(false);
    if (!made.ok)
      return void toasts.add({ title: 'Not highlighted', description: made.problem.detail, color: 'danger' });
    if (!caret) getSelection()?.removeAllRanges();
    if (comment) setEditing(made.data.highlight.id);
    else toasts.add({ title: 'Highlighted', icon: 'check' });
  }

  const onKey = useEffectEvent((key: 'choose' | 'leave') => {
    if (key === 'choose') void highlight();
    else setCaret(false);
  });
  useEffect(() => (caret && text.current ? beginCaret(text.current, 'Text of the copy', onKey) : undefined), [caret]);

  const onShortcut = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'h' || !chosenIn(text.current) || !isFreeKey(event) || !shortcutsOn()) return;
    event.preventDefault();
    void highlight();
  });
  useEffect(() => {
    addEventListener('keydown', onShortcut);
    return () => removeEventListener('keydown', onShortcut);
  }, []);

  /** From a passage to what was said of it. */
  function lead(target: EventTarget) {
    const mark = target instanceof Element ? target.closest<HTMLElement>('mark[data-highlight]') : null;
    if (!mark || getSelection()?.isCollapsed === false) return;
    const row = document.getElementById(`highlight-${mark.dataset.highlight}`);
    row?.focus();
    row?.scrollIntoView({ block: 'center' });
  }

  return (
    <>
      <p className="mt-0 mb-6 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted" lang="en">
        Select a passage to highlight it.
        <Button size="xs" variant="ghost" aria-pressed={caret} onClick={() => setCaret(!caret)}>
          Select by keyboard
        </Button>
        {caret && <span role="status">Arrow keys move, Shift selects, Enter highlights, Escape leaves.</span>}
      </p>
      <div
        ref={text}
        className="prose [&_mark]:cursor-pointer [&_mark]:border-b-2 [&_mark]:border-primary [&_mark]:bg-primary-soft [&_mark]:text-inherit"
        dir="auto"
        onClick={({ target }) => lead(target)}
        onKeyDown={({ key, target }) => key === 'Enter' && !caret && lead(target)}
        dangerouslySetInnerHTML={{ __html: html }}
      />
      {chosen && (
        // A press must leave what is selected as it is.
        <div
          role="group"
          aria-label="Selected passage"
          lang="en"
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          className="fixed inset-x-0 bottom-4 z-20 mx-auto flex w-fit gap-2 rounded-xl border border-line bg-raised p-2 shadow-lg"
        >
          {'passage' in chosen ? (
            <>
              <Button loading={busy} aria-keyshortcuts="h" onClick={() => void highlight()}>
                Highlight
              </Button>
              <Button variant="outline" loading={busy} onClick={() => void highlight({ comment: true })}>
                With a comment
              </Button>
            </>
          ) : (
            <span className="px-2 py-2.5">Choose at most {limits.highlight.quote} characters.</span>
          )}
        </div>
      )}
      <HighlightList own={own} lost={lost} editing={editing} onEdit={setEditing} text={text} />
    </>
  );
}

type Chosen = { passage: Passage } | { tooLong: true } | undefined;

/** What of a text is selected at this moment, whether by pointer, touch or keyboard. */
function chosenIn(root: HTMLElement | null): Chosen {
  const span = root ? selectedSpan(root, getSelection()) : undefined;
  if (!root || !span) return undefined;
  const passage = passageAt(textOf(root), span);
  if (passage) return { passage };
  return span.end - span.start > limits.highlight.quote ? { tooLong: true } : undefined;
}

/** The same as the page shows it, which may be a moment behind a quick hand. */
function usePassage(text: RefObject<HTMLElement | null>): Chosen {
  const [chosen, setChosen] = useState<Chosen>();
  useEffect(() => {
    const look = () => setChosen(chosenIn(text.current));
    document.addEventListener('selectionchange', look);
    return () => document.removeEventListener('selectionchange', look);
  }, [text]);
  return chosen;
}
