import * as z from 'zod';
import { picturesIn } from '../../pictures/model/addresses.ts';
import { namesIn } from '../../pictures/server/picture-holders.ts';
import { keys } from '../../platform/server/store/keys.ts';
import { jsonOf } from '../../platform/server/store/stored.ts';
import type { Records, StoreContents as Stored, Finding } from './store-contents.ts';

/** Checks that every shown picture has a record, that its holders are listed, and that each record is due for a check. */
export function checkPictures(stored: Stored, { notes, binned, users }: Records): Finding[] {
  const findings: Finding[] = [];
  const holders = new Map<string, Set<string>>();
  const show = (name: string, holder: string) =>
    void holders.set(name, (holders.get(name) ?? new Set<string>()).add(holder));
  // A name in a text may only look like that of a picture.
  const showText = (text: string, holder: string) => {
    for (const name of picturesIn(text)) if (stored.has(keys.picture(name))) show(name, holder);
  };
  for (const { uuid, body, pictures } of [...notes, ...binned]) {
    for (const name of pictures ? namesIn(pictures) : []) show(name, `note:${uuid}`);
    showText(body, `note:${uuid}`);
  }
  for (const [holder, text] of otherTexts(stored)) showText(text, holder);
  for (const { id, avatar } of users.values()) if (avatar !== undefined) show(avatar, `user:${id}`);
  for (const [name, members] of holders) {
    const key = keys.pictureHolders(name);
    const held = stored.get(key);
    // Former holders are removed by the regular check, so they are no finding.
    const known = held?.type === 'set' ? held.members : new Set<string>();
    if (members.isSubsetOf(known)) continue;
    findings.push({ key, says: 'lacks some who show it', repair: { type: 'set', members: known.union(members) } });
  }
  return [...findings, ...faultsOfRecords(stored, [...holders.keys()])];
}

const Earlier = jsonOf(z.object({ was: z.object({ body: z.string().optional() }) }));
const Draft = jsonOf(z.object({ fields: z.object({ body: z.string() }) }));

/** The texts of drafts and of stored revisions, with the holder of their pictures. */
function* otherTexts(stored: Stored): Generator<[holder: string, text: string]> {
  for (const [key, held] of stored) {
    const [, kind, id] = /^(drafts|revisions):(.+)$/.exec(key) ?? [];
    if (kind === 'revisions' && held.type === 'list')
      for (const entry of held.value) yield [`note:${id}`, Earlier.safeParse(entry).data?.was.body ?? ''];
    if (kind !== 'drafts' || held.type !== 'hash') continue;
    for (let at = 0; at < held.value.length; at += 2)
      yield [`draft:${id}:${held.value[at]}`, Draft.safeParse(held.value[at + 1]).data?.fields.body ?? ''];
  }
}

function faultsOfRecords(stored: Stored, shown: string[]): Finding[] {
  const due = stored.get(keys.picturesDue);
  const scores = due?.type === 'zset' ? due.scores : new Map<string, number>();
  const known = new Map<string, string | undefined>(
    [...stored].flatMap(([key, held]): [string, string | undefined][] => {
      const name = key.startsWith(keys.picture('')) ? key.slice(keys.picture('').length) : undefined;
      return name === undefined || held.type !== 'hash' ? [] : [[name, held.value[held.value.indexOf('state') + 1]]];
    }),
  );
  const forgotten = [...known].filter(([name, state]) => state !== 'refused' && !scores.has(name));
  const repaired = new Map([...scores, ...forgotten.map(([name]): [string, number] => [name, 0])]);
  return [
    ...shown
      .filter((name) => !known.has(name))
      .map((name) => ({ key: keys.picture(name), says: 'is shown, and not known' })),
    ...(forgotten.length === 0
      ? []
      : [{ key: keys.picturesDue, says: 'lacks pictures', repair: { type: 'zset' as const, scores: repaired } }]),
  ];
}
