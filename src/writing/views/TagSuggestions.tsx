import { useTagSuggestions, type About } from '../browser/use-tag-suggestions.ts';
import { countedOf } from '../../notes/model/counts.ts';
import { limits } from '../../platform/model/limits.ts';
import { Button } from '../../ui/Button.tsx';

type Props = { asked: About | undefined; tags: readonly string[]; onAdd: (tag: string) => void };

/** Tags that may fit what is written. One press adds one; none is added by itself. */
export function TagSuggestions({ asked, tags, onAdd }: Props) {
  const suggested = useTagSuggestions(asked).filter((tag) => !tags.includes(tag));
  const shown = suggested.length > 0 && tags.length < limits.tags.count;
  return (
    <>
      <span role="status" className="sr-only">
        {shown ? `${countedOf(suggested.length, 'suggestion')} after this field.` : ''}
      </span>
      {shown && (
        <div role="group" aria-label="Suggestions" className="flex flex-wrap items-center gap-2">
          <span className="text-sm text-muted">It may be about</span>
          {suggested.map((tag) => (
            <Button
              key={tag}
              size="2xs"
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
