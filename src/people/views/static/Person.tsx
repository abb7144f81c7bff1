import { initialsOf } from '../../../platform/model/initials.ts';
import { pictureAddress, pictureSizes } from '../../../pictures/model/addresses.ts';
import type { Author } from '../../model/user.ts';

/** A person's picture, or their initials. Shown next to their name. */
export function Initials({ author: { name, avatar } }: { author: Pick<Author, 'name' | 'avatar'> }) {
  const [size] = pictureSizes.avatar;
  return avatar === undefined ? (
    <span className="initials" aria-hidden="true">
      {initialsOf(name)}
    </span>
  ) : (
    <img className="initials" src={pictureAddress(avatar, size)} width={size} height={size} alt="" loading="lazy" />
  );
}

/** A button to report a person, once scripts have loaded. The person does not see it. */
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
