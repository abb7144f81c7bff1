import * as z from 'zod';
import type { ParsedItem, ReadEntry } from '../file.ts';
import { importedFrom } from '../field-values.ts';
import { withoutBundle, type Siblings } from '../siblings.ts';
import { cutTo } from '../../../platform/model/text/plain-text.ts';

/** The metadata of a note that is a folder (TextBundle): most of it under the name of the program. */
const Info = z.looseObject({ creatorIdentifier: z.string().catch('') });
const Noted = z.record(z.string(), z.unknown());

const bear = 'net.shinyfrog.bear';
const inTrash = 'It’s in the trash of Bear.';

/** The metadata of a note, or why it is not imported. */
export function bundleItem(
  info: string | undefined,
): Pick<ParsedItem, 'at' | 'changedAt' | 'source' | 'imported'> & { why?: string } {
  const { version: _version, type: _type, transient: _transient, creatorIdentifier = '', ...rest } = infoIn(info);
  const noted = Noted.safeParse(rest[creatorIdentifier]).data ?? {};
  const { creationDate: at, modificationDate: changedAt, uniqueIdentifier: id, trashed, ...more } = noted;
  if (creatorIdentifier === bear && trashed === 1) return { why: inTrash };
  const fields = Object.entries({ ...more, ...rest, [creatorIdentifier]: undefined }).filter(
    ([, value]) => value !== 0,
  );
  return {
    ...{ at, changedAt },
    source: creatorIdentifier === bear && typeof id === 'string' ? `bear:${id}`.slice(0, 300) : undefined,
    imported: importedFrom(Object.fromEntries(fields), []),
  };
}

/** Why a note that is a folder has no text, if its metadata says so. `name`: the file of its text. */
export function missingTextReason(name: string, infos: Siblings['infos']): string | undefined {
  const { creatorIdentifier = '', ...rest } = infoIn(infos.get(`${name.slice(0, name.lastIndexOf('/') + 1)}info.json`));
  const { trashed, locked, encrypted } = Noted.safeParse(rest[creatorIdentifier]).data ?? {};
  if (creatorIdentifier !== bear) return undefined;
  if (trashed === 1) return inTrash;
  return locked === 1 || encrypted === 1 ? 'It’s locked in Bear. Unlock it there and export it again.' : undefined;
}

/** Reports the notes that are folders without a text. `read`: the files that were found. */
export function* bundlesWithoutText(infos: Siblings['infos'], read: ReadonlySet<string>): Generator<ReadEntry> {
  const withText = new Set([...read].filter((name) => withoutBundle(name) !== name).map(withoutBundle));
  for (const info of infos.keys()) {
    const folder = info.slice(0, -'/info.json'.length);
    const why = missingTextReason(info, infos) ?? 'There’s no text in this folder.';
    if (!withText.has(folder.replace(/\.textbundle$/i, ''))) yield { place: cutTo(folder, 300), why };
  }
}

function infoIn(info: string | undefined): Partial<z.infer<typeof Info>> {
  try {
    return Info.safeParse(JSON.parse(info ?? '{}')).data ?? {};
  } catch {
    return {};
  }
}
