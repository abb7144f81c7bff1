import { useRef, useState, useEffect } from 'react';
import { limits } from '../../platform/model/limits.ts';
import { withTags } from '../browser/note-fields.ts';
import { Field } from '../../ui/forms/Field.tsx';
import { TagsField } from './TagsField.tsx';
import { countedOf } from '../../platform/model/counted.ts';
import { Button } from '../../ui/Button.tsx';
import { send } from '../../platform/browser/api.ts';

/** The note that is being written. */
type About = { title: string; text: string };

/** Shorter texts are not enough for suggestions. */
const enoughCharacters = 40;

/**
 * Tags that the assistant suggests for a text; empty before the first request and if it fails, since tags can be typed
 * anyway. The previous ones stay until new ones arrive.
 */
function useTagSuggestions(asked: About | undefined): readonly string[] {
  const [tags, setTags] = useState<readonly string[]>([]);
  const title = asked?.title ?? '';
  const text = asked?.text ?? '';

  useEffect(() => {
    if (title.length + text.length < enoughCharacters || title.length > limits.title.max) return;
    let wanted = true;
    void send<{ tags: string[] }>('POST', '/api/assistant/tags', { title, text }).then((answer) => {
      if (wanted && answer.ok) setTags(answer.data.tags);
    });
    return () => {
      wanted = false;
    };
  }, [title, text]);

  return tags;
}

type SuggestionsProps = { asked: About | undefined; tags: readonly string[]; onAdd: (tag: string) => void };

/** Suggested tags as buttons that add them. */
function TagSuggestions({ asked, tags, onAdd }: SuggestionsProps) {
  const suggested = useTagSuggestions(asked).filter((tag) => !tags.includes(tag));
  const shown = suggested.length > 0 && tags.length < limits.tags.count;
  return (
    <>
      <span role="status" className="sr-only">
        {shown ? `${countedOf(suggested.length, 'suggestion')} after this field.` : ''}
      </span>
      {shown && (
        <div role="group" aria-label="Suggestions" className="flex flex-wrap items-center gap-2">
          <span className="text-sm text-muted">Suggested:</span>
          {suggested.map((tag) => (
            <Button
              key={tag}
              size="xs"
              variant="outline"
              color="neutral"
              aria-label={`Add ${tag}`}
              onClick={() => onAdd(tag)}
            >
              <span aria-hidden="true">+</span> <bdi className="truncate">{tag}</bdi>
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

type Props = {
  tags: readonly string[];
  /** The unfinished tag in the field. */
  text: string;
  error: string | undefined;
  /** The note that the tags are for. */
  about: About;
  onChange: (tags: readonly string[], text: string) => void;
};

/**
 * Tags as chips: a comma adds what is typed, Enter the marked tag, and Backspace in the empty field removes the last one.
 * When the field gets the focus, tags are suggested for the text so far.
 */
export function TagsInput({ tags, text, error, about, onChange }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState<About>();
  const [problem, setProblem] = useState<string>();
  const [news, setNews] = useState('');

  function add(typed: string) {
    const added = withTags(tags, typed);
    setProblem(added.ok ? undefined : added.problem);
    onChange(added.ok ? added.tags : tags, added.ok ? '' : typed);
    if (added.ok) setNews(`Tags: ${added.tags.join(', ')}`);
  }

  function remove(tag: string) {
    setProblem(undefined);
    onChange(
      tags.filter((other) => other !== tag),
      text,
    );
    setNews(`Removed ${tag}`);
  }

  function type(typed: string) {
    if (/[,،、，]/u.test(typed)) return add(typed);
    setProblem(undefined);
    onChange(tags, typed);
  }

  function removeLast() {
    const last = tags.at(-1);
    if (last) remove(last);
  }

  function addSuggested(tag: string) {
    add(tag);
    place.current?.querySelector('input')?.focus();
  }

  return (
    <div ref={place} className="grid gap-2" onFocus={() => setAsked(about)}>
      <Field
        label="Tags"
        hint={`Up to ${limits.tags.count}. Press Enter for the highlighted tag, or a comma to keep what you typed.`}
        error={problem ?? error}
      >
        {(control) => (
          <div className="relative flex flex-wrap items-center gap-2 rounded-lg border border-strong bg-raised px-2 py-1 focus-within:outline-2 outline-primary has-aria-invalid:border-danger">
            {tags.length > 0 && (
              <ul aria-label="Chosen tags" className="m-0 flex min-w-0 list-none flex-wrap gap-2 p-0">
                {tags.map((tag) => (
                  <li
                    key={tag}
                    className="flex max-w-full items-center rounded-md bg-primary-soft ps-2.5 text-[0.9375rem] text-ink"
                  >
                    <span className="truncate" dir="auto">
                      {tag}
                    </span>
                    <button
                      type="button"
                      aria-label={`Remove the tag ${tag}`}
                      onClick={() => remove(tag)}
                      className="relative grid size-8 flex-none cursor-pointer place-items-center rounded-md text-muted after:absolute after:-inset-1.5 after:content-[''] hover:text-ink"
                    >
                      <span aria-hidden="true">×</span>
                    </button>
                  </li>
                ))}
              </ul>
            )}
            <TagsField control={control} tags={tags} text={text} onType={type} onAdd={add} onRemoveLast={removeLast} />
            <span role="status" className="sr-only">
              {news}
            </span>
          </div>
        )}
      </Field>
      <TagSuggestions asked={asked} tags={tags} onAdd={addSuggested} />
    </div>
  );
}
