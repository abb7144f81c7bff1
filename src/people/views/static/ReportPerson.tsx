import type { Author } from '../../model/user.ts';

/** Reports a person, once scripts are there; they themselves do not see it. */
export function ReportPerson({ author: { id, handle, name } }: { author: Pick<Author, 'id' | 'handle' | 'name'> }) {
  return (
    <p className="person-report">
      <button
        type="button"
        className="with-scripts"
        data-report="person"
        data-report-id={id}
        data-report-by={handle}
        data-report-name={name}
      >
        Report
      </button>
    </p>
  );
}
