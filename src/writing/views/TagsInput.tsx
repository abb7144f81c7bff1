import { useRef, useState } from 'react';
import type { About } from '../browser/use-tag-suggestions.ts';
import { limits } from '../../platform/model/limits.ts';
import { withTags } from '../../notes/model/tag-list.ts';
import { Field } from '../../ui/forms/Field.tsx';
import { TagsField } from './TagsField.tsx';
import { TagSuggestions } from './TagSuggestions.tsx';

type Props = {
  tags: readonly string[];
  /** The tag that is being typed. */
  text: string;
  error: string | undefined;
  /** What the tags are for. */
  about: About;
  onChange: (tags: readonly string[], text: string) => void;
};

/**
 * Tags as chips: comma or Enter makes one of what is typed, Backspace in the empty field takes the last away. Whoever
 * comes here is offered tags for what is written so far.
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
      <Field label="Tags" hint={`Up to ${limits.tags.count}. A comma or Enter finishes one.`} error={problem ?? error}>
        {(control) => (
          <div className="relative flex flex-wrap items-center gap-2 rounded-lg border border-strong bg-raised px-2 py-1 focus-within:outline-2 outline-primary has-aria-invalid:border-danger">
            {tags.length > 0 && (
              <ul aria-label="Chosen tags" className="m-0 flex list-none flex-wrap gap-2 p-0">
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
