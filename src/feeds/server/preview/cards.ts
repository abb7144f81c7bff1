import { readNotesPage, tagSizes } from '../../../notes/server/notes.ts';
import { isOutOfSight } from '../../../people/model/suspension.ts';
import { findUserByHandle } from '../../../people/server/people.ts';
import { countedOf } from '../../../platform/model/counted.ts';
import { tagNamed } from '../../../platform/model/paths.ts';
import { database } from '../../../platform/server/database.ts';
import type { Handler } from '../../../platform/server/http/endpoint.ts';
import { cacheTags, pageCaching } from '../../../platform/server/http/html.ts';
import { HttpError, readable } from '../../../platform/server/http/problem.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { listCards } from '../../model/addresses.ts';
import { drawnPreview, png } from './draw.ts';

type Card = Parameters<typeof drawnPreview>[0];

/** What the card of a page says, by its kind and name; undefined where there is no such page. */
const cards: Record<string, (redis: Redis, name: string) => Promise<Card | undefined>> = {
  async tag(redis, name) {
    const tag = tagNamed(name);
    const size = (await tagSizes(redis, [tag])).sizes.get(tag);
    return size === undefined ? undefined : { title: `#${tag}`, source: 'Tag', byline: countedOf(size, 'note') };
  },
  async person(redis, name) {
    const person = await findUserByHandle(redis, name.toLowerCase());
    if (!person || isOutOfSight(person)) return undefined;
    const { total } = await readNotesPage(redis, { author: person.id }, { from: 0, count: 1 });
    if (total === 0) return undefined;
    const byline = `@${person.handle} · ${countedOf(total, 'note')}`;
    return { title: person.name || person.handle, source: 'Notes by', byline };
  },
  async list(_, name) {
    const title = Object.hasOwn(listCards, name) ? listCards[name as keyof typeof listCards] : undefined;
    return title === undefined ? undefined : { title, source: '', byline: 'Save, share and discuss' };
  },
};

/** The picture that previews of a tag, a person or a list show. It has no revision, so the CDN keeps it for a day. */
export const cardPicture: Handler = async (_, { params }) => {
  const [, name] = /^(.{1,200})\.png$/u.exec(readable(params['file'] ?? '')) ?? [];
  const kind = params['kind'] ?? '';
  const card = name && Object.hasOwn(cards, kind) ? await cards[kind]?.(database(), name) : undefined;
  if (!card) throw new HttpError(404, 'Not Found', 'There is no page with such a card.');
  const answer = png(await drawnPreview(card), pageCaching.shared(cacheTags.lists));
  answer.headers.set('Netlify-CDN-Cache-Control', 'public, durable, s-maxage=86400');
  return answer;
};
