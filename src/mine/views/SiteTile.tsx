import type { CSSProperties } from 'react';
import { pictureAddress, pictureSizes } from '../../pictures/model/addresses.ts';
import { cn } from '../../ui/cn.ts';

/** A colour of its own for each site, the same everywhere. */
function hueOf(site: string): number {
  let sum = 7;
  for (const letter of site) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 3600;
  return sum / 10;
}

/** The site of an item by its icon, or by its first letter where it has none; a text has a pilcrow. */
export function SiteTile({ site, icon, className }: { site: string; icon?: string | undefined; className?: string }) {
  const [letter = '¶'] = site;
  return (
    <span
      aria-hidden="true"
      style={{ '--hue': hueOf(site) } as CSSProperties}
      className={cn(
        'grid place-items-center rounded-md font-serif leading-none font-semibold uppercase select-none',
        icon !== undefined
          ? 'border border-line bg-[light-dark(#fff,oklch(0.92_0_0))]'
          : site
            ? 'bg-[light-dark(oklch(0.95_0.03_var(--hue)),oklch(0.3_0.035_var(--hue)))] text-[light-dark(oklch(0.42_0.08_var(--hue)),oklch(0.84_0.06_var(--hue)))]'
            : 'border border-line bg-raised text-muted',
        className,
      )}
    >
      {icon === undefined ? (
        letter
      ) : (
        <img src={pictureAddress(icon, pictureSizes.icon[0])} width={24} height={24} alt="" loading="lazy" />
      )}
    </span>
  );
}
