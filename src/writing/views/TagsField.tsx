import { useId, useState, type KeyboardEvent } from 'react';
import { countedOf } from '../../platform/model/counted.ts';
import type { ControlProps } from '../../ui/forms/Field.tsx';
import { cn, option, surface } from '../../ui/cn.ts';
import { normalizeTag } from '../../platform/model/tag.ts';
import { useCall } from '../browser/calls.ts';
import { useQuery } from '../../platform/browser/use-query.ts';

/**
 * The tags of the person's own notes, and those of all public notes from the published tag index; empty until `wanted`, or
 * if loading fails.
 */
function useTagsInUse(wanted: boolean): { own: readonly TagInUse[]; everyones: readonly TagInUse[] } {
  const { answer: own } = useCall('GET /api/tags', wanted ? {} : undefined);
  const { answer: everyones } = useQuery<{ data: { tags: TagInUse[] } }>(wanted ? '/tag/_payload.json' : undefined);
  return { own: own?.ok ? own.data.tags : none, everyones: everyones?.ok ? everyones.data.data.tags : none };
}

const none: readonly TagInUse[] = [];

/** A tag, and the number of notes that have it. */
type TagInUse = { tag: string; notes: number };
type TagChoice = TagInUse & { isOwn: boolean };

const max = 6;

/**
 * Tags in use that complete what is typed, the person's own tags first: those that begin with it, then those with a later
 * part that does (`web` finds `old-web`), each by frequency. Before anything is typed, the most frequent ones.
 */
export function tagChoices(
  { own, everyones }: { own: readonly TagInUse[]; everyones: readonly TagInUse[] },
  typed: string,
  chosen: readonly string[],
): TagChoice[] {
  const mine = new Set(own.map(({ tag }) => tag));
  const others = everyones.filter(({ tag }) => !mine.has(tag));
  return [
    ...choicesAmong(own, typed, chosen).map((choice) => ({ ...choice, isOwn: true })),
    ...choicesAmong(others, typed, chosen).map((choice) => ({ ...choice, isOwn: false })),
  ].slice(0, max);
}

function choicesAmong(inUse: readonly TagInUse[], typed: string, chosen: readonly string[]): TagInUse[] {
  const start = normalizeTag(typed);
  const rank = ({ tag }: TagInUse) =>
    tag.startsWith(start) ? 0 : tag.includes(`-${start}`) || tag.includes(`/${start}`) ? 1 : 2;
  return inUse
    .filter((entry) => rank(entry) < 2 && !chosen.includes(entry.tag) && entry.tag !== start)
    .sort((a, b) => rank(a) - rank(b) || b.notes - a.notes || (a.tag < b.tag ? -1 : 1));
}

/** Whether Enter takes the first choice: it completes what is typed, and what is typed is not a tag in use. */
function marksFirst(
  { own, everyones }: Record<'own' | 'everyones', readonly TagInUse[]>,
  [first]: TagChoice[],
  typed: string,
) {
  const start = normalizeTag(typed);
  const isInUse = [...own, ...everyones].some(({ tag }) => tag === start);
  return start.length > 1 && !isInUse && first?.tag.startsWith(start) === true;
}

type Props = {
  control: ControlProps;
  tags: readonly string[];
  text: string;
  onType: (typed: string) => void;
  onAdd: (typed: string) => void;
  onRemoveLast: () => void;
};

/**
 * The field for typing a tag, with a list of tags in use. The first one is marked unless what is typed is a tag in use
 * itself; arrow keys mark another or none, Enter and Tab take the marked one, Escape closes the list, and a comma takes what
 * is typed. The focus stays in the field.
 */
export function TagsField({ control, tags, text, onType, onAdd, onRemoveLast }: Props) {
  const list = useId();
  const [wanted, setWanted] = useState(false);
  /** Why the list is open: somebody typed, or pressed an arrow key. */
  const [open, setOpen] = useState<'typing' | 'asked'>();
  /** The index that arrow keys marked; undefined until then. */
  const [moved, setMoved] = useState<number>();
  const inUse = useTagsInUse(wanted);
  const options = tagChoices(inUse, text, tags);
  const at = moved ?? (marksFirst(inUse, options, text) ? 0 : -1);
  const shown = options.length > 0 && (open === 'asked' || (open === 'typing' && text.trim() !== ''));
  const chosen = shown ? options[at]?.tag : undefined;

  function take(tag: string) {
    setOpen(undefined);
    setMoved(undefined);
    onAdd(tag);
  }

  function choose(event: KeyboardEvent): boolean {
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      const step = key === 'ArrowDown' ? 1 : -1;
      setOpen('asked');
      // One more place than there are choices: none of them, that is, what was typed.
      const places = options.length + 1;
      setMoved(shown ? ((at + 1 + step + places) % places) - 1 : step > 0 ? 0 : options.length - 1);
    } else if (shown && key === 'Escape') setOpen(undefined);
    else if (chosen !== undefined && (key === 'Enter' || (key === 'Tab' && !event.shiftKey))) take(chosen);
    else return false;
    return true;
  }

  function press(event: KeyboardEvent) {
    // While an input method composes a word, it handles Enter and Backspace itself.
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    if (choose(event)) return event.preventDefault();
    if (event.key === 'Enter' && text.trim()) {
      event.preventDefault();
      take(text);
    }
    if (event.key === 'Backspace' && text === '') onRemoveLast();
  }

  return (
    <>
      <input
        {...control}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={shown ? list : undefined}
        aria-activedescendant={chosen === undefined ? undefined : `${list}-${at}`}
        value={text}
        onFocus={() => setWanted(true)}
        onChange={({ target }) => {
          setOpen('typing');
          setMoved(undefined);
          onType(target.value);
        }}
        onKeyDown={press}
        onBlur={() => {
          setOpen(undefined);
          if (text.trim()) onAdd(text);
        }}
        autoCapitalize="none"
        autoComplete="off"
        enterKeyHint="done"
        className="h-9 min-w-24 flex-1 bg-transparent px-1.5 text-base text-ink outline-none"
      />
      {shown && (
        <ul
          id={list}
          role="listbox"
          aria-label="In use"
          className={cn(surface, 'absolute start-0 top-full z-10 m-0 mt-1 w-full max-w-sm list-none p-1')}
        >
          {options.map(({ tag, notes, isOwn }, index) => (
            <li
              key={tag}
              id={`${list}-${index}`}
              role="option"
              aria-selected={index === at}
              className={cn(option, index === at && 'bg-sunken')}
              // Keeps the focus in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(tag)}
            >
              <span className="truncate font-medium" dir="auto">
                {tag}
              </span>
              <span className="ms-auto flex-none text-sm text-muted">
                {isOwn ? `${notes} of your notes` : countedOf(notes, 'note')}
              </span>
            </li>
          ))}
        </ul>
      )}
      <span role="status" className="sr-only">
        {shown ? `${countedOf(options.length, 'tag')} in use to choose from. Use the arrow keys.` : ''}
      </span>
    </>
  );
}
