import { extendTailwindMerge } from 'tailwind-merge';

/** The look of surfaces above the page: menus, option lists, dialogs. */
export const surface = 'rounded-xl border border-line bg-raised text-ink shadow-xl outline-none';

/** Appears and disappears with a short fade; without one for people who prefer reduced motion. */
export const fade =
  'transition-[opacity,scale] duration-150 ease-out motion-reduce:transition-none data-starting-style:scale-98 data-starting-style:opacity-0 data-ending-style:scale-98 data-ending-style:opacity-0';

/** One line of a menu or an option list. */
export const option =
  'flex min-h-11 w-full cursor-pointer items-center gap-2.5 rounded-lg px-3 text-start text-[0.9375rem] outline-none select-none data-disabled:cursor-not-allowed data-disabled:opacity-60 data-highlighted:bg-sunken';

/** How many merged class names are cached. */
export const classCache = { cacheSize: 500 };

/**
 * Joins class names; of two that set the same property the later one wins. Variants come from `tailwind-variants/lite`,
 * which leaves merging to this one place.
 */
export const cn = extendTailwindMerge(classCache);
