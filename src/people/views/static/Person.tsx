import { initialsOf } from '../../../platform/model/initials.ts';
import { pictureAddress, pictureSizes } from '../../../pictures/model/addresses.ts';
import type { Author } from '../../model/user.ts';

/** A person's picture, or their initials. Their name stands beside it. */
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
