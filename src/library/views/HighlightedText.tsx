import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type RefObject,
} from 'react';
import { beginCaret, goToNamed, inLines, showMarks, textOf, selectedSpan } from '../browser/reading-caret.ts';
import { isFreeKey, shortcutsOn } from '../../platform/browser/shortcut-keys.ts';
import { toasts } from '../../ui/toasts/toasts.ts';
import { useHighlights } from '../browser/use-highlights.ts';
import { limits } from '../../platform/model/limits.ts';
import { expandedToWords, findPassage, passageAt, type Passage } from '../model/highlight.ts';
import { Button } from '../../ui/Button.tsx';
import { HighlightList } from './AllHighlights.tsx';

/** The text of a copy in which its owner highlights passages, and the list of what they highlighted. */
export function HighlightedText({ uuid, html: copied }: { uuid: string; html: string }) {
  const html = useMemo(() => inLines(copied), [copied]);
  const text = useRef<HTMLDivElement>(null);
  const own = useHighlights(uuid);
  const { chosen, place } = usePassage(text);
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
  const lost = useMemo(
    () => new Set(highlights?.filter((each) => !findPassage(plain, each)).map(({ id }) => id)),
    [plain, highlights],
  );

  // Together with the list, so that readers never meet one without the other.
  useLayoutEffect(() => {
    if (!text.current || !highlights) return;
    showMarks(text.current, highlights);
    // People who select by keyboard continue where the passage ended.
    const added = highlights.filter(({ id }) => !known.current.has(id)).at(-1)?.id;
    known.current = new Set(highlights.map(({ id }) => id));
    // While its comment is edited, a caret in the text would take the focus from the form.
    if (!added || added === editing || !text.current.isContentEditable) return;
    const last = [...text.current.querySelectorAll(`mark[data-highlight="${added}"]`)].at(-1);
    if (last) getSelection()?.collapse(last, last.childNodes.length);
  }, [highlights, html, editing]);

  const isSettled = highlights !== undefined || own.failure !== undefined;
  useEffect(() => {
    if (isSettled && text.current) goToNamed(text.current);
  }, [isSettled]);

  async function highlight({ comment = false } = {}) {
    const now = chosenIn(text.current);
    if (!now || !('passage' in now) || busy || !highlights) return;
    setBusy(true);
    const made = await own.add({ ...now.passage, comment: '' });
    setBusy(false);
    if (!made.ok)
      return void toasts.add({ title: 'Couldn’t highlight that', description: made.problem.detail, color: 'danger' });
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

  /** Moves from a passage to its row in the list. */
  function lead(target: EventTarget) {
    const mark = target instanceof Element ? target.closest<HTMLElement>('mark[data-highlight]') : null;
    if (!mark || getSelection()?.isCollapsed === false) return;
    const row = document.getElementById(`highlight-${mark.dataset.highlight}`);
    row?.focus();
    row?.scrollIntoView({ block: 'center' });
  }

  return (
    <>
      <p className="mt-0 mb-6 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted print:hidden" lang="en">
        Select any passage to highlight it.
        <Button
          size="xs"
          variant="ghost"
          aria-pressed={caret}
          onClick={() => setCaret(!caret)}
          // A phone has no arrow keys. With a keyboard, Tab leads here.
          className="-ms-3 pointer-coarse:not-focus-visible:sr-only"
        >
          Select by keyboard
        </Button>
        {caret && (
          <span role="status">
            Move with the arrow keys, select with Shift, highlight with Enter, leave with Escape.
          </span>
        )}
      </p>
      <div className="relative">
        <div
          ref={text}
          tabIndex={-1}
          className="prose not-[[contenteditable]]:outline-none [&_mark]:cursor-pointer [&_mark]:border-b-2 [&_mark]:border-primary [&_mark]:bg-primary-soft [&_mark]:text-inherit"
          dangerouslySetInnerHTML={{ __html: html }}
          // After the HTML in attribute order: Chromium re-lays out all text for each paragraph that is added to an
          // element with `dir`.
          dir="auto"
          onClick={({ target }) => lead(target)}
          onKeyDown={({ key, target }) => key === 'Enter' && !caret && lead(target)}
        />
        {chosen && (
          // A press must not change the selection.
          <div
            role="group"
            aria-label="Selected passage"
            lang="en"
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onKeyDown={({ key }) => {
              if (key !== 'Escape') return;
              getSelection()?.removeAllRanges();
              text.current?.focus();
            }}
            style={place}
            className="absolute z-20 flex w-max max-w-full gap-1 rounded-xl border border-line bg-raised p-1.5 shadow-lg"
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
              <span className="px-2 py-2.5">Select up to {limits.highlight.quote} characters.</span>
            )}
          </div>
        )}
      </div>
      <HighlightList own={own} lost={lost} editing={editing} onEdit={setEditing} text={text} />
    </>
  );
}

type Chosen = { passage: Passage } | { tooLong: true } | undefined;

/** The maximum size of the bar, in pixels. */
const barHeight = 60;
const barWidth = 290;

/**
 * Where the bar of a selection is, in the frame of the text: above its first line; or below its last one if there is no
 * room above, or for touch, where the system puts its own bar above.
 */
function placeBeside(root: HTMLElement | null): CSSProperties {
  const selection = getSelection();
  const frame = root?.parentElement?.getBoundingClientRect();
  if (!frame || !selection || selection.rangeCount === 0) return {};
  const lines = [...selection.getRangeAt(0).getClientRects()].filter(({ width }) => width > 0);
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last) return {};
  const isBelow = first.top < barHeight || matchMedia('(pointer: coarse)').matches;
  const visible = Math.min(last.bottom, innerHeight - barHeight);
  const top = (isBelow ? visible + 12 : first.top - barHeight) - frame.top;
  const left = Math.max(0, Math.min((isBelow ? last : first).left - frame.left, frame.width - barWidth));
  return { top, left };
}

/** The selected part of a text, whether by pointer, touch or keyboard. */
function chosenIn(root: HTMLElement | null): Chosen {
  const span = root ? selectedSpan(root, getSelection()) : undefined;
  if (!root || !span) return undefined;
  const plain = textOf(root);
  const passage = passageAt(plain, expandedToWords(plain, span));
  if (passage) return { passage };
  return span.end - span.start > limits.highlight.quote ? { tooLong: true } : undefined;
}

/** The same as React state, which may lag behind a quick hand for a moment, and where the bar is. */
function usePassage(text: RefObject<HTMLElement | null>): { chosen: Chosen; place: CSSProperties } {
  const [shown, setShown] = useState<{ chosen: Chosen; place: CSSProperties }>({ chosen: undefined, place: {} });
  useEffect(() => {
    const look = () => {
      const chosen = chosenIn(text.current);
      setShown({ chosen, place: chosen ? placeBeside(text.current) : {} });
    };
    document.addEventListener('selectionchange', look);
    return () => document.removeEventListener('selectionchange', look);
  }, [text]);
  return shown;
}
