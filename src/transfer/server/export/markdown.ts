import type { Note } from '../../../notes/model/note.ts';
import { inParts } from '../../../platform/model/parts.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { cutTo } from '../../../platform/model/text/plain-text.ts';
import { placeLinks } from '../../../notes/server/notes.ts';
import { targetsIn } from '../../../notes/model/markdown.ts';
import { linkToFiles, type FileLinked } from '../../model/file-links.ts';
import { FileNames } from './file-names.ts';
import { ownNotePages, picturesOf, ShownPictures, type OwnNote } from './own-notes.ts';
import type { ZipFile } from './zip.ts';

/**
 * YAML above a Markdown text. Values that every YAML reader, old or new, understands alike are written plainly; all others
 * are written as JSON, which YAML allows. Libraries take a hundred times as long for a note.
 */
export function frontMatter(head: Readonly<Record<string, unknown>>): string {
  return `---\n${lines(head, '')}---\n`;
}

function lines(fields: object, indent: string): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${indent}${scalar(name)}:${after(value, indent)}\n`)
    .join('');
}

function after(value: unknown, indent: string): string {
  if (Array.isArray(value) && value.length > 0) {
    return value.map((each: unknown) => `\n${indent}  - ${scalar(each)}`).join('');
  }
  const isMap = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  return isMap ? `\n${lines(value, `${indent}  `).trimEnd()}` : ` ${scalar(value)}`;
}

const words = /^\p{L}[\p{L}\p{M}\p{N} _.,;'’“”!?()/–-]*$/u;
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const address = /^https?:\/\/[\w./?&=%~+-]+$/;
/** Words that some version of YAML does not read as text. */
const reserved = /^(y|n|yes|no|on|off|true|false|null|nan|inf)$/i;

function scalar(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  const isPlain = (words.test(value) && !value.endsWith(' ') && !reserved.test(value)) || time.test(value);
  return isPlain || address.test(value) ? value : JSON.stringify(value).replace(unprintable, escaped);
}

/** Characters that JSON writes as they are, but for which strict YAML readers refuse the whole file. */
const unprintable = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** One Markdown file for each note, with the note's other fields as front matter, and the pictures that the notes show. */
export async function* markdownFiles(
  redis: Redis,
  userId: string,
  only?: readonly string[],
): AsyncGenerator<ZipFile, void> {
  const shown = new ShownPictures();
  const names = await FileNames.of(redis, userId);
  for await (const page of ownNotePages(redis, userId, only)) {
    const notes = page.map(({ note }) => note);
    for (const [at, linked] of (await linkedByFile(redis, userId, notes, names)).entries()) {
      const note = notes[at];
      if (!note) continue;
      const pictures = await picturesOf(note);
      const text = markdownOf(note, { ...linked, text: shown.beside(linked.text, pictures) });
      yield { name: `notes/${names.nameOf(note)}.md`, at: note.updatedAt, text: async () => text };
      yield* shown.files(pictures, note.createdAt);
    }
  }
}

/** The texts of one person's notes, with links that lead to files, in one trip; without a trip if nothing links. */
export async function linkedByFile(
  redis: Redis,
  authorId: string,
  notes: readonly Pick<Note, 'body'>[],
  names: FileNames,
): Promise<FileLinked[]> {
  const files = await linkedFiles(redis, authorId, notes, (note) => names.nameOf(note));
  return notes.map((note) =>
    mayLink(note) ? linkToFiles(note.body, (target) => files.get(target)) : { text: note.body, links: {} },
  );
}

/** The files of the person's own notes that these link to, by the uuid or normalised title in the link. */
export async function linkedFiles(
  redis: Redis,
  authorId: string,
  notes: readonly Pick<Note, 'body'>[],
  nameOf: (note: Pick<Note, 'uuid' | 'title' | 'slug'>) => string,
): Promise<Map<string, string>> {
  const targets = [...new Set(notes.flatMap((note) => (mayLink(note) ? targetsIn(note.body) : [])))];
  const files = new Map<string, string>();
  for (const some of inParts(targets, targetsAtOnce)) {
    for (const [at, place] of (await placeLinks(redis, { authorId, own: true, targets: some })).entries()) {
      if (place) files.set(some[at] ?? '', nameOf(place));
    }
  }
  return files;
}

const mayLink = ({ body }: Pick<Note, 'body'>) => body.includes('[[') || body.includes('](/note/');

const targetsAtOnce = 1000;

/** File systems allow 255 bytes for a name; the ending and what makes it unique need some of them. */
const longestName = { characters: 80, bytes: 220 };

/** A readable name that is unique for every note. */
export function fileNameOf({ slug, uuid }: Pick<Note, 'slug' | 'uuid'>): string {
  let name = cutTo(slug, longestName.characters);
  while (Buffer.byteLength(name) > longestName.bytes) name = cutTo(name, name.length - 1);
  return `${name}-${uuid.slice(-12)}`;
}

/** A note as a Markdown file with this text. Other programs call the names by which it is found `aliases`. */
export function markdownOf(
  {
    body: _body,
    kind: _,
    authorId: _author,
    slug: _slug,
    hidden: _hidden,
    locked: _locked,
    points: _points,
    pictures: _pictures,
    formerTitles,
    ...note
  }: OwnNote['note'],
  { text, links }: FileLinked,
): string {
  const { title, url, tags, createdAt, ...rest } = note;
  const linkFields = Object.keys(links).length > 0 && { links };
  const names = formerTitles && { aliases: formerTitles };
  const head = { title, ...names, ...(url === null ? {} : { url }), tags, created: createdAt, ...rest, ...linkFields };
  return `${frontMatter(head)}\n${text}\n`;
}
