import { z } from 'zod';
import type { ParsedItem } from '../file.ts';
import { importedFrom } from '../field-values.ts';

/** The metadata of a note that is a folder (TextBundle): most of it under the name of the program. */
const Info = z.looseObject({ creatorIdentifier: z.string().catch('') });
const Noted = z.record(z.string(), z.unknown());

const bear = 'net.shinyfrog.bear';

/** The metadata of a note, or why it is not imported. */
export function bundleItem(
  info: string | undefined,
): Pick<ParsedItem, 'at' | 'changedAt' | 'source' | 'imported'> & { why?: string } {
  const { version: _version, type: _type, transient: _transient, creatorIdentifier = '', ...rest } = infoIn(info);
  const noted = Noted.safeParse(rest[creatorIdentifier]).data ?? {};
  const { creationDate: at, modificationDate: changedAt, uniqueIdentifier: id, trashed, ...more } = noted;
  if (creatorIdentifier === bear && trashed === 1) return { why: 'It’s in the trash of Bear.' };
  const fields = Object.entries({ ...more, ...rest, [creatorIdentifier]: undefined }).filter(
    ([, value]) => value !== 0,
  );
  return {
    ...{ at, changedAt },
    source: creatorIdentifier === bear && typeof id === 'string' ? `bear:${id}`.slice(0, 300) : undefined,
    imported: importedFrom(Object.fromEntries(fields), []),
  };
}

function infoIn(info: string | undefined): Partial<z.infer<typeof Info>> {
  try {
    return Info.safeParse(JSON.parse(info ?? '{}')).data ?? {};
  } catch {
    return {};
  }
}
