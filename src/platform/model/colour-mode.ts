/** The modes that a visitor may choose. `system` follows the device. */
export const colourModes = ['light', 'dark', 'system'] as const;
export type ColourMode = (typeof colourModes)[number];

/**
 * The mode that a page forces on its visitors, if any. Throws for anything but light and dark, so that such a page is not
 * built.
 */
export function forcedColourMode(mode: string | undefined): 'light' | 'dark' | undefined {
  if (mode === undefined || mode === 'light' || mode === 'dark') return mode;
  throw new Error(`A page can force the colour mode light or dark, and not ${mode}.`);
}
