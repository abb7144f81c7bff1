import type { PictureKind } from '../../pictures/model/addresses.ts';
import type { PagePictures } from '../../pictures/model/picture.ts';
import { keepPicture, type Kept } from '../../pictures/server/pictures.ts';
import { log } from '../../platform/server/log.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { asVisitor, type CaptureOptions, type PictureAddresses } from './capture-page.ts';
import { get, type GetOptions } from './get.ts';

/** Pictures are worth less than an answer: what has not come by then is left away. */
const limits = { ms: 5000, bytes: { icon: 512 * 1024, lead: 5 * 1024 * 1024, avatar: 0, text: 0 } };

/** Fetches the pictures of a page that was read and takes them in; undefined where it has none. Never throws. */
export async function fetchPictures(
  redis: Redis,
  { icons, lead: leadAddress }: PictureAddresses,
  options: CaptureOptions,
): Promise<PagePictures | undefined> {
  const signal = AbortSignal.timeout(limits.ms);
  // Decoding waits for its turn, which may come late. What is kept afterwards goes again, since nobody shows it.
  const ended = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => ended.reject(new Error('there was no more time')), { once: true });
  const fetched = async (kind: PictureKind, addresses: readonly string[]): Promise<Kept | undefined> => {
    for (const address of addresses) {
      const bytes = await bytesAt(address, { ...asVisitor(options), signal, maxBytes: limits.bytes[kind], accept });
      const kept = bytes && (await keepPicture(redis, kind, bytes, options.now));
      if (kept) return kept;
    }
    return undefined;
  };
  try {
    const both = Promise.all([fetched('icon', icons), fetched('lead', leadAddress ? [leadAddress] : [])]);
    const [icon, lead] = await Promise.race([both, ended.promise]);
    if (!icon && !lead) return undefined;
    return {
      bytes: (icon?.bytes ?? 0) + (lead?.bytes ?? 0),
      ...(icon && { icon: icon.name }),
      ...(lead && { lead: { name: lead.name, width: lead.width, height: lead.height } }),
    };
  } catch (error) {
    log('warn', 'the pictures of a page could not be kept', { error: String(error) });
    return undefined;
  }
}

/** Only what can be decoded is asked for; what is sent is looked at all the same. */
const accept = 'image/webp, image/png, image/jpeg, image/gif, image/avif, image/x-icon, image/*;q=0.1';

async function bytesAt(address: string, options: GetOptions): Promise<Uint8Array | undefined> {
  const answer = await get(address, options);
  if (!answer.ok || answer.status !== 200) return undefined;
  const body = await answer.read();
  return body.ok && body.bytes.length > 0 ? body.bytes : undefined;
}
