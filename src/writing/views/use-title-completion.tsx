import { useEffect, useState } from 'react';
import { useCompletion } from '../../ui/forms/Completion.tsx';
import { call, type TitleSuggestion } from '../browser/calls.ts';
import { titleBegun, withTitle, type Edited } from '../browser/markdown-edits.ts';

/** How long typing must pause before titles are requested. */
const restMs = 120;

const noTitles: readonly TitleSuggestion[] = [];

/** The person's notes with this text in their titles. The previous ones stay until new ones arrive. */
function useTitles(typedTitle: string | undefined): readonly TitleSuggestion[] {
  const [found, setFound] = useState(noTitles);
  useEffect(() => {
    if (typedTitle === undefined) return;
    let isStale = false;
    const timer = setTimeout(() => {
      void call('GET /api/titles', { query: { q: typedTitle } }).then((answer) => {
        if (!isStale) setFound(answer.ok ? answer.data.notes : noTitles);
      });
    }, restMs);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [typedTitle]);
  return typedTitle === undefined ? noTitles : found;
}

const states = { draft: 'Draft', private: 'Private', unlisted: 'Unlisted', public: '' } as const;

/** Completes titles of the person's notes after `[[`. Call `look` with the field whenever its caret moves. */
export function useTitleCompletion(apply: (next: Edited) => void) {
  const [typing, setTyping] = useState<{ now: Edited; top: number }>();
  const typedTitle = typing && titleBegun(typing.now);
  const completion = useCompletion({
    choices: useTitles(typedTitle),
    keyOf: ({ uuid }) => uuid,
    onTake: ({ link }) => {
      if (typing) apply(withTitle(typing.now, link));
      setTyping(undefined);
    },
    onAway: () => setTyping(undefined),
    label: 'Notes to link to',
    announcement: (count) => `${count === 1 ? 'One note' : `${count} notes`} to link to. Use the arrow keys.`,
    children: ({ title, visibility }) => (
      <>
        <span className="truncate font-medium" dir="auto">
          {title}
        </span>
        <span className="ms-auto flex-none text-sm text-muted">{states[visibility]}</span>
      </>
    ),
  });

  function look(field: HTMLTextAreaElement) {
    const now = { text: field.value, from: field.selectionStart, to: field.selectionEnd };
    const title = titleBegun(now);
    if (title !== typedTitle) completion.restart();
    setTyping(title === undefined ? undefined : { now, top: belowCaret(field) });
  }

  return {
    control: completion.control,
    list: completion.list('', typing?.top),
    press: completion.press,
    look,
    leave: () => setTyping(undefined),
  };
}

const copied = ['boxSizing', 'width', 'padding', 'border', 'font', 'letterSpacing', 'lineHeight', 'tabSize'] as const;

/** The bottom of the caret's line, relative to the field's container, measured with a mirror: browsers do not provide it. */
function belowCaret(field: HTMLTextAreaElement): number {
  const mirror = document.createElement('div');
  const style = getComputedStyle(field);
  for (const name of copied) mirror.style[name] = style[name];
  Object.assign(mirror.style, {
    position: 'absolute',
    visibility: 'hidden',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  });
  const mark = document.createElement('span');
  mark.textContent = '\u200b';
  mirror.append(field.value.slice(0, field.selectionStart), mark);
  field.after(mirror);
  const top = field.offsetTop + mark.offsetTop + mark.offsetHeight - field.scrollTop;
  mirror.remove();
  return top;
}
