import type { LeadPicture } from './picture.ts';

/** What a picture is kept as, and how many pixels wide its files are; the last is the largest. Icons and avatars are square. */
export const pictureSizes = { icon: [64], lead: [320, 640], avatar: [128] } as const;
export type PictureKind = keyof typeof pictureSizes;

/** Where everybody gets a picture who knows its name: it never changes there. */
export function pictureAddress(name: string, size: number): string {
  return `/pictures/${name}-${size}.webp`;
}

/** The attributes of a lead picture that keep its place until it comes. */
export function leadImage({ name, width, height }: LeadPicture) {
  const [small, large] = pictureSizes.lead;
  return {
    src: pictureAddress(name, small),
    srcSet: `${pictureAddress(name, small)} ${Math.min(small, width)}w, ${pictureAddress(name, large)} ${width}w`,
    width,
    height,
  };
}
