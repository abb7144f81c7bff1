import { z } from 'zod';
import { filesAside, firstLine, importedFrom } from '../../field-values.ts';
import type { Told } from '../../file.ts';
import { Flag, Moment, Tags, Text } from '../fields.ts';
import { jsonReader } from '../json.ts';

const File = z.looseObject({ md5: Text, identifier: Text, type: Text });

const Entry = z.looseObject({
  ...{ uuid: z.string(), creationDate: Moment, modifiedDate: Moment, text: Text, richText: Text },
  ...{ tags: Tags, starred: Flag, photos: z.array(File).nullish() },
});

/** A journal: its texts are Markdown, in which a picture is shown by a scheme of its own. */
export const dayOneJson = jsonReader({
  name: 'Day One (JSON)',
  list: 'entries',
  known: ['uuid', 'creationDate', 'modifiedDate', 'timeZone'],
  item: Entry,
  read: (entry): Told => {
    const { uuid, creationDate: at, modifiedDate: changedAt, text, richText, tags, starred, photos, ...more } = entry;
    const files = (photos ?? []).map(({ md5, identifier, type }) => `photos/${md5 || identifier}.${type || 'jpeg'}`);
    const { title, body } = firstLine(text.replace(/!\[[^[\]]*\]\(dayone-moment:[^()]*\)/g, ''));
    return {
      ...{
        title: title || ['Journal', typeof at === 'string' ? at.slice(0, 10) : ''].filter(Boolean).join(', '),
        body,
        tags,
        at,
        changedAt,
      },
      favourite: starred || undefined,
      source: `dayone:${uuid}`,
      // The same text once more, with its looks.
      imported: importedFrom({ ...more, photos, ...(text === '' && { richText }) }, []),
      aside: files.length > 0 ? filesAside(files) : undefined,
    };
  },
});
