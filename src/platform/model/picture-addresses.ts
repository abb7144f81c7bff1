/** What a picture is kept as, and how many pixels wide its files are; the last is the largest. Icons and avatars are square. */
export const pictureSizes = { icon: [64], lead: [320, 640], avatar: [128], text: [960] } as const;

/** Where everybody gets a picture who knows its name: it never changes there. */
export function pictureAddress(name: string, size: number): string {
  return `/pictures/${name}-${size}.webp`;
}
