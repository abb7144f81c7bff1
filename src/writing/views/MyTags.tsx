import { useState } from 'react';
import { countedOf } from '../../platform/model/counted.ts';
import { normalizeTag } from '../../platform/model/tag.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { Input } from '../../ui/forms/Input.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { useCall, type OwnTag } from '../browser/calls.ts';
import { TagRow } from './TagRow.tsx';

/** So many rows are drawn before somebody asks for all. */
const drawn = 200;
/** Fewer are seen without looking for one. */
const few = 12;

/** The tags of my notes in every state, to rename, merge and delete them. `addressOf`: where the notes of one are found. */
export function MyTags({ addressOf }: { addressOf: (tag: string) => string }) {
  const { answer, retry } = useCall('GET /api/tags', {});
  const [tags, setTags] = useState<readonly OwnTag[]>();
  // What is shown stays while it is asked for again.
  if (answer?.ok && answer.data.tags !== tags) setTags(answer.data.tags);
  return (
    <section aria-labelledby="my-tags" className="min-w-0">
      <h1 id="my-tags" tabIndex={-1} className="pb-4">
        My tags
      </h1>
      {answer?.ok === false && <LoadFailure failure={answer} retry={retry} />}
      {tags ? (
        <Tags tags={tags} addressOf={addressOf} onChanged={retry} />
      ) : (
        !answer && <Loading what="Loading your tags" lines={6} />
      )}
    </section>
  );
}

type TagsProps = { tags: readonly OwnTag[]; addressOf: (tag: string) => string; onChanged: () => void };

function Tags({ tags, addressOf, onChanged }: TagsProps) {
  const [wanted, setWanted] = useState('');
  const [isWhole, setWhole] = useState(false);
  if (tags.length === 0) return <EmptyState>No tags yet. Add one when you save a link or write a note.</EmptyState>;
  const part = normalizeTag(wanted);
  const found = tags.filter(({ tag }) => tag.includes(part)).toSorted(byName);
  const shown = isWhole ? found : found.slice(0, drawn);
  return (
    <>
      <p className="mt-0 mb-4 text-muted">
        {countedOf(tags.length, 'tag')}, with the number of notes for each. Changes here apply to all of those notes.
      </p>
      {tags.length > few && (
        <div className="mb-4 max-w-sm">
          <Field label="Find a tag">
            {(control) => (
              <Input
                {...control}
                type="search"
                autoCapitalize="none"
                value={wanted}
                onChange={({ target }) => setWanted(target.value)}
              />
            )}
          </Field>
        </div>
      )}
      <span role="status" className="sr-only">
        {part === '' ? '' : `${countedOf(found.length, 'tag')} found.`}
      </span>
      {found.length === 0 && <p className="text-muted">None of your tags matches.</p>}
      <ul aria-label="Tags" className="m-0 list-none p-0">
        {shown.map((each) => (
          <TagRow key={each.tag} own={each} all={tags} address={addressOf(each.tag)} onChanged={onChanged} />
        ))}
      </ul>
      {shown.length < found.length && (
        <Button variant="outline" className="mt-4" onClick={() => setWhole(true)}>
          Show all {found.length}
        </Button>
      )}
    </>
  );
}

/** What is nested in a tag comes right after it: the slash sorts before all that a name may have. */
function byName({ tag: one }: OwnTag, { tag: other }: OwnTag): number {
  const [parts, others] = [one.split('/'), other.split('/')];
  const at = parts.findIndex((part, index) => part !== others[index]);
  if (at === -1) return parts.length - others.length;
  return (parts[at] ?? '').localeCompare(others[at] ?? '');
}
