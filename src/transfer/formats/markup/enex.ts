import { itemEntry, type ReadEntry, type Items } from '../file.ts';
import type { Format } from '../format.ts';
import { MarkdownWriter } from './html-markdown.ts';
import { endlessTag, htmlTokenizer, htmlTokens, type Tag } from './html-tokens.ts';
import { attachmentsLeftOut, importedFrom } from '../field-values.ts';
import { paragraphs, fromMarkdown, literal, type Markdown } from '../../model/as-markdown.ts';

/** How much of a field is read, in characters: attached files may be of any length. */
const longest = { content: 4_000_000, other: 20_000 };

type Fields = Map<string, string[]>;
/** `tasks`: the fields of each task. */
type Note = { line: number; fields: Fields; tasks: Fields[] };

/** Evernote's own format, with the tags, times and source of each note. */
export const enex: Format = {
  name: 'Evernote (ENEX)',
  confidence: (beginning) => (beginning.html()?.tags[0]?.name === 'en-export' ? 1 : 0),
  items: enexItems,
};

async function* enexItems(text: AsyncIterable<string>): Items {
  let note: Note | undefined;
  let field: { name: string; text: string } | undefined;
  /** The element around a field, since notes and their files have fields with the same names. */
  let within = '';
  for await (const token of htmlTokens(text, 'xml')) {
    if (token.kind === 'endless') {
      if (note) yield brokenOff(note);
      yield endlessTag(token);
      return;
    }
    if (token.kind === 'text') {
      if (field && field.text.length <= longest[field.name === 'content' ? 'content' : 'other'])
        field.text += token.text;
    } else if (token.kind === 'open') {
      if (token.name === 'note') note = { line: token.line, fields: new Map(), tasks: [] };
      else if (token.name === 'resource') within = 'resource/';
      else if (token.name === 'task') {
        within = 'task/';
        note?.tasks.push(new Map());
      } else if (token.name === 'note-attributes') within = 'note/';
      else field = token.name === 'data' ? undefined : { name: within + nameOf(token), text: '' };
    } else if (token.kind === 'close') {
      if (['resource', 'task', 'note-attributes'].includes(token.name)) within = '';
      if (field && note && field.name.replace(/\..*/, '') === within + token.name) {
        const fields = (within === 'task/' && note.tasks.at(-1)) || note.fields;
        const values = fields.get(field.name) ?? [];
        fields.set(field.name, values);
        values.push(field.text.trim());
        field = undefined;
      }
      if (token.name !== 'note' || !note) continue;
      yield itemOf(note);
      note = undefined;
    }
  }
  if (note) yield brokenOff(note);
}

/** The name of a field: programs keep their own data under keys. */
function nameOf({ name, attributes }: Extract<Tag, { kind: 'open' }>): string {
  return name === 'application-data' && attributes.key ? `${name}.${attributes.key}` : name;
}

function brokenOff({ line, fields }: Note): ReadEntry {
  const title = (fields.get('title')?.[0] ?? '').slice(0, 200);
  return { place: `line ${line}`, title, why: 'The file is cut off within this note.' };
}

const placed = new Set(['title', 'content', 'tag', 'created', 'updated']);

function itemOf({ line, fields, tasks }: Note): ReadEntry {
  const one = (name: string) => fields.get(name)?.[0];
  const { body, files, locked } = textOf(one('content') ?? '');
  const attachments = attachmentsOf(fields);
  const aside = [...attachmentsLeftOut(attachments), ...(locked > 0 ? ['what is locked with a password'] : [])];
  const address = one('note/source-url');
  const isLink = address !== undefined && /^https?:\/\//i.test(address);
  const rest = [...fields].filter(
    ([name]) => !name.startsWith('resource/') && !placed.has(name) && !(isLink && name === 'note/source-url'),
  );
  return itemEntry(`line ${line}`, {
    title: one('title') ?? '',
    url: isLink ? address : undefined,
    body: paragraphs(body, tasksOf(tasks)),
    tags: fields.get('tag') ?? [],
    at: timeOf(one('created')),
    changedAt: timeOf(one('updated')),
    imported: importedFrom(
      {
        ...Object.fromEntries(
          rest.map(([name, values]) => [name.replace('note/', ''), values.length === 1 ? values[0] : values]),
        ),
        attachments,
        tasks: tasks.flatMap(taskFields),
        'addresses of attachments': fields.get('resource/source-url'),
      },
      [],
    ),
    aside: aside.length > 0 ? aside : undefined,
    remarks: files > attachments.length ? [`It shows ${files} files that aren’t in this export.`] : undefined,
  });
}

/** Tasks are separate from the text. Each has a title and a state. */
function tasksOf(tasks: readonly Fields[]): Markdown {
  const lines = tasks.map((task) => {
    const isDone = task.get('task/taskstatus')?.[0] === 'completed';
    return `- [${isDone ? 'x' : ' '}] ${literal(taskTitle(task))}`;
  });
  return fromMarkdown(lines.join('\n'));
}

const taskTitle = (task: Fields) => task.get('task/title')?.[0] ?? '';

/** What else a task has, such as the day when it is due, but not what the program needs to find it. */
function taskFields(task: Fields): string[] {
  const fields = [...task].filter(([name]) => !/^task\/(title|taskstatus|.*id|sortweight|reminder)$/.test(name));
  const words = fields.map(([name, values]) => `${name.replace('task/', '')} ${values.join(', ')}`);
  return words.length > 0 ? [`“${taskTitle(task)}” ${words.join(', ')}`] : [];
}

function attachmentsOf(fields: Note['fields']): string[] {
  const names = fields.get('resource/file-name') ?? [];
  const kinds = fields.get('resource/mime') ?? [];
  return kinds.map((kind, at) => (names.length === kinds.length ? (names[at] ?? kind) : kind));
}

/** `20230912T101112Z` */
function timeOf(written: string | undefined): string | undefined {
  return written?.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, '$1-$2-$3T$4:$5:$6Z');
}

/** A code block is a `div` with a certain style. Each line is a `div` inside, with non-breaking spaces. */
class CodeBlocks {
  #depth = 0;
  /** Line ends that are written only if something follows. */
  #ends = 0;
  #isLineStarted = false;

  take(token: Tag, writer: MarkdownWriter): void {
    if (this.#depth === 0) return this.#outside(token, writer);
    if (token.kind === 'text') {
      if (token.text.trim() === '' && token.text.includes('\n')) return;
      writer.take({ kind: 'text', text: '\n'.repeat(this.#ends) + token.text.replaceAll('\u00a0', ' ') });
      [this.#ends, this.#isLineStarted] = [0, true];
    } else if (token.name === 'br' && token.kind === 'open') {
      this.#ends += 1;
      this.#isLineStarted = false;
    } else if (token.name === 'div') {
      if (this.#isLineStarted) this.#ends += 1;
      this.#isLineStarted = false;
      this.#depth += token.kind === 'open' ? 1 : -1;
      if (this.#depth === 0) writer.take({ kind: 'close', name: 'pre' });
    }
  }

  end(writer: MarkdownWriter): void {
    if (this.#depth > 0) writer.take({ kind: 'close', name: 'pre' });
  }

  #outside(token: Tag, writer: MarkdownWriter): void {
    const { style = '' } = token.kind === 'open' ? token.attributes : {};
    if (token.kind !== 'open' || token.name !== 'div' || !/-en-codeblock: *true/.test(style)) return writer.take(token);
    const [, language = ''] = /--en-(?:syntax|codeblock)Language: *([\w+#-]+)/.exec(style) ?? [];
    [this.#depth, this.#ends, this.#isLineStarted] = [1, 0, false];
    writer.take({ ...token, name: 'pre', attributes: { language: language === 'plaintext' ? '' : language } });
  }
}

/** The text of a note, which is a document inside a field, and the number of different files and locked passages in it. */
function textOf(content: string): { body: Markdown; files: number; locked: number } {
  const writer = new MarkdownWriter();
  const [tokenizer, code] = [htmlTokenizer(), new CodeBlocks()];
  const files = new Set<string>();
  let [locked, isLocked] = [0, false];
  /** The address of a link without words so far. */
  let wordless: string | undefined;
  for (const token of [...tokenizer.write(content), ...tokenizer.end()]) {
    if (token.kind === 'declaration' || token.kind === 'endless') continue;
    if (token.kind === 'open' && token.name === 'en-media') files.add(token.attributes.hash ?? String(files.size));
    if (token.kind === 'open' && token.name === 'a') wordless = token.attributes.href;
    else if (token.kind === 'text' ? token.text.trim() !== '' : /^(en-media|img)$/.test(token.name))
      wordless = undefined;
    else if (token.kind === 'close' && token.name === 'a' && wordless !== undefined)
      writer.take({ kind: 'text', text: wordless });
    if (token.kind !== 'text' && token.name === 'en-crypt') {
      isLocked = token.kind === 'open';
      if (isLocked) locked += 1;
    } else if (!isLocked) code.take(token, writer);
  }
  code.end(writer);
  return { body: writer.text(), files: files.size, locked };
}
