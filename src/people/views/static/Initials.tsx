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
