import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { cn, option, surface } from '../cn.ts';

type Props<Choice> = {
  choices: readonly Choice[];
  keyOf: (choice: Choice) => string;
  onTake: (choice: Choice) => void;
  /** Called for Escape: nothing is offered until more is typed. */
  onAway: () => void;
  /** The name of the list; `announcement` is what assistive technology announces when it appears. */
  label: string;
  announcement: (count: number) => string;
  children: (choice: Choice) => ReactNode;
};

/** Scrolls as little as it takes to see all of it, above a fixed bar at the bottom of the page. */
const showWhole = (list: HTMLElement | null) => list?.scrollIntoView({ block: 'nearest' });

/**
 * Completes what is typed at the caret of a text: arrows choose, Enter and Tab take, Escape closes the list. The focus
 * never leaves the text. `control` holds attributes for its field, `list` belongs in a relatively positioned box around it,
 * and `press` returns whether a key was for the list.
 */
export function useCompletion<Choice>({
  choices,
  keyOf,
  onTake,
  onAway,
  label,
  announcement,
  children,
}: Props<Choice>) {
  const id = useId();
  const [at, setAt] = useState(0);
  const chosen = Math.min(at, choices.length - 1);
  const isShown = choices.length > 0;

  function press(event: KeyboardEvent): boolean {
    if (!isShown || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return false;
    const picked = choices[chosen];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((chosen + step + choices.length) % choices.length);
    else if ((event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) && picked) onTake(picked);
    else if (event.key === 'Escape') onAway();
    else return false;
    event.preventDefault();
    // The form around it handles these keys as well.
    event.stopPropagation();
    return true;
  }

  const list = (className: string, top?: number) => (
    <>
      {isShown && (
        <ul
          id={id}
          ref={showWhole}
          role="listbox"
          aria-label={label}
          style={top === undefined ? undefined : { top }}
          className={cn(surface, 'absolute inset-x-0 z-10 mt-1 max-w-sm scroll-mb-22 p-1', className)}
        >
          {choices.map((choice, index) => (
            <li
              key={keyOf(choice)}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === chosen}
              className={cn(option, index === chosen && 'bg-sunken')}
              // The text keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onTake(choice)}
            >
              {children(choice)}
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {isShown ? announcement(choices.length) : ''}
      </p>
    </>
  );

  return {
    control: {
      'aria-autocomplete': 'list',
      'aria-controls': isShown ? id : undefined,
      'aria-activedescendant': isShown ? `${id}-${chosen}` : undefined,
    } as const,
    list,
    press,
    /** Chooses the first one again. */
    restart: () => setAt(0),
  };
}
