/** Pixels of a note's picture, as those who show previews want it. */
export const previewSize = { width: 1200, height: 630 } as const;
