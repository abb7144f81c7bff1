import { extendTailwindMerge } from 'tailwind-merge';

/** How many merged class names are remembered. */
export const classCache = { cacheSize: 500 };

/**
 * Joins class names; of two that set the same property the later one wins. Variants come from `tailwind-variants/lite`,
 * which leaves merging to this one place.
 */
export const cn = extendTailwindMerge(classCache);
