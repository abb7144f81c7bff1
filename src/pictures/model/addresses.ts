import { pictureAddress, pictureSizes } from '../../platform/model/picture-addresses.ts';
import type { LeadPicture } from './picture.ts';

export { pictureAddress, pictureSizes };
export type PictureKind = keyof typeof pictureSizes;

/** Further pictures of a text are not tracked: they are deleted unless something else shows them. */
const maxInText = 200;
const inText = /\/pictures\/([0-9a-f]{32})-\d{2,3}\.webp/g;
/** The same with the site that it is on, if that is written out. */
const wholeInText = new RegExp(String.raw`(?:https?://[^\s/()<>"'\\]{1,260})?${inText.source}`, 'g');

/** The names of our own pictures in a text. */
export function picturesIn(text: string): string[] {
  if (!text.includes('/pictures/')) return [];
  return [...new Set(Array.from(text.matchAll(inText), ([, name = '']) => name))].slice(0, maxInText);
}

/**
 * The text with other addresses for its pictures, which replace the whole written ones; those for which `addressOf` returns
 * undefined stay.
 */
export function withPictureAddresses(text: string, addressOf: (name: string) => string | undefined): string {
  if (!text.includes('/pictures/')) return text;
  return text.replace(wholeInText, (written, name: string) => addressOf(name) ?? written);
}

/** The attributes of a lead picture that reserve its space until it has loaded. */
export function leadImage({ name, width, height }: LeadPicture) {
  const [small, large] = pictureSizes.lead;
  return {
    src: pictureAddress(name, small),
    srcSet: `${pictureAddress(name, small)} ${Math.min(small, width)}w, ${pictureAddress(name, large)} ${width}w`,
    width,
    height,
  };
}
