import { useEffect, useRef, useState } from 'react';
import { usePeople, type Named } from '../browser/use-people.ts';
import { mentionBeing } from '../model/mention.ts';
import { useCompletion } from '../../ui/forms/Completion.tsx';
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
  const place = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [away, setAway] = useState(false);
  const begun = away ? undefined : mentionBeing(typed);
  const found = usePeople(begun, people);
  const options = found.length === 1 && found[0]?.handle === begun ? [] : found;
  const completion = useCompletion({
    choices: options,
    keyOf: (person) => person.handle,
    onTake: complete,
    onAway: () => setAway(true),
    label: 'People to mention',
    told: (count) => `${count === 1 ? 'One person' : `${count} people`} to mention. Arrows choose.`,
    children: (person) => (
      <>
        <span className="font-medium">@{person.handle}</span>
        <span className="truncate text-muted" dir="auto">
          {person.name}
        </span>
      </>
    ),
  });

  const area = () => place.current?.querySelector('textarea');
  useEffect(() => {
    const field = place.current?.querySelector('textarea');
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, []);

  function type(text: string, caret: number) {
    setTyped(text.slice(0, caret));
    setAway(false);
    completion.restart();
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
        {...completion.control}
        onChange={({ target }) => type(target.value, target.selectionStart)}
        onKeyDown={completion.press}
        onBlur={() => setAway(true)}
      />
      {completion.list('top-full')}
    </div>
  );
}
