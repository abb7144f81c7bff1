import { visibilities } from '../browser/note-fields.ts';
import type { Visibility } from '../../notes/model/note.ts';
import { Select } from '../../ui/forms/Field.tsx';

/** The choice of who can read the note. */
export function Audience({ value, onChange }: { value: Visibility; onChange: (visibility: Visibility) => void }) {
  return (
    <span className="min-w-0 max-md:flex-1 max-md:basis-40" title={visibilities[value].means}>
      <Select
        aria-label="Who can read it"
        value={value}
        onChange={(event) => onChange(event.target.value as Visibility)}
        className="truncate"
      >
        {Object.entries(visibilities).map(([visibility, { audience }]) => (
          <option key={visibility} value={visibility}>
            {audience}
          </option>
        ))}
      </Select>
    </span>
  );
}
