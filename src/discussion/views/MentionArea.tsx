import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { usePeople, type Named } from '../browser/use-people.ts';
import { mentionBeing } from '../model/mention.ts';
import { cn, option, surface } from '../../ui/cn.ts';
import { Textarea } from '../../ui/forms/Input.tsx';

type Props = {
  id: string;
  value: string;
  /** Ids of what describes the field. */
  describedBy: string;
  invalid: boolean;
  /** People who take part here. */
  people: readonly Named[];
  onChange: (text: string) => void;
};

/**
 * A text area that completes handles after an `@`: arrows choose, Enter and Tab take, Escape puts the list away. The
 * focus never leaves the text.
 */
export function MentionArea({ id, value, describedBy, invalid, people, onChange }: Props) {
  const list = useId();
  const place = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [away, setAway] = useState(false);
  const [at, setAt] = useState(0);
  const begun = away ? undefined : mentionBeing(typed);
  const found = usePeople(begun, people);
  const options = found.length === 1 && found[0]?.handle === begun ? [] : found;
  const chosen = Math.min(at, options.length - 1);
  const shown = options.length > 0;

  const area = () => place.current?.querySelector('textarea');
  useEffect(() => {
    const field = place.current?.querySelector('textarea');
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, []);

  function type(text: string, caret: number) {
    setTyped(text.slice(0, caret));
    setAway(false);
    setAt(0);
    onChange(text);
  }

  function complete({ handle }: Named) {
    const before = typed.replace(/@\w*$/, `@${handle} `);
    onChange(before + value.slice(typed.length));
    setTyped('');
    // Once the new text is there.
    requestAnimationFrame(() => {
      area()?.focus();
      area()?.setSelectionRange(before.length, before.length);
    });
  }

  function choose(event: KeyboardEvent) {
    if (!shown || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    const taken = options[chosen];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((chosen + step + options.length) % options.length);
    else if ((event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) && taken) complete(taken);
    else if (event.key === 'Escape') setAway(true);
    else return;
    event.preventDefault();
    // The form around it has a meaning for these keys as well.
    event.stopPropagation();
  }

  return (
    <div ref={place} className="relative">
      <Textarea
        id={id}
        dir="auto"
        rows={4}
        value={value}
        className="w-full"
        aria-describedby={describedBy}
        aria-invalid={invalid ? true : undefined}
        aria-autocomplete="list"
        aria-controls={shown ? list : undefined}
        aria-activedescendant={shown ? `${list}-${chosen}` : undefined}
        onChange={({ target }) => type(target.value, target.selectionStart)}
        onKeyDown={choose}
        onBlur={() => setAway(true)}
      />
      {shown && (
        <ul
          id={list}
          role="listbox"
          aria-label="People to mention"
          className={cn(surface, 'absolute inset-x-0 top-full z-10 mt-1 max-w-sm p-1')}
        >
          {options.map((person, index) => (
            <li
              key={person.handle}
              id={`${list}-${index}`}
              role="option"
              aria-selected={index === chosen}
              className={cn(option, index === chosen && 'bg-sunken')}
              // The text keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => complete(person)}
            >
              <span className="font-medium">@{person.handle}</span>
              <span className="truncate text-muted" dir="auto">
                {person.name}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {shown ? `${options.length === 1 ? 'One person' : `${options.length} people`} to mention. Arrows choose.` : ''}
      </p>
    </div>
  );
}
