/**
 * The kinds of kept pictures, and the widths of their files in pixels; the last is the largest. Icons and avatars are
 * square.
 */
export const pictureSizes = { icon: [64], lead: [320, 640], avatar: [128], text: [960] } as const;

/** The public address of a picture. What is served there never changes. */
export function pictureAddress(name: string, size: number): string {
  return `/pictures/${name}-${size}.webp`;
}
