import { leadImage, pictureAddress, pictureSizes } from '../../model/addresses.ts';
import type { PagePictures } from '../../model/picture.ts';

type Props = { pictures: PagePictures | undefined; className?: string };

/** The icon of a link's site, shown before its name. Decorative. */
export function SiteIcon({ pictures, className = 'site-icon' }: Props) {
  if (pictures?.icon === undefined) return null;
  const src = pictureAddress(pictures.icon, pictureSizes.icon[0]);
  return <img className={className} src={src} width={16} height={16} alt="" loading="lazy" />;
}

/**
 * The lead picture of a link's page in its own aspect ratio. `sizes` is the attribute with which the browser chooses a
 * file.
 */
export function LeadPicture({ pictures, className = 'lead-picture', sizes }: Props & { sizes: string }) {
  if (!pictures?.lead) return null;
  return (
    <img className={className} {...leadImage(pictures.lead)} sizes={sizes} alt="" loading="lazy" decoding="async" />
  );
}
