import { paths } from '../../platform/model/paths.ts';
import type { PublishedNote } from '../../reading/model/content.ts';

/** A note as a Markdown file: what is known of it as YAML front matter, then its text to the letter. */
export function noteMarkdown({ note, author }: Pick<PublishedNote, 'note' | 'author'>, siteUrl: string): string {
  const fields = {
    title: note.title,
    author: author.name,
    date: note.publishedAt ?? note.createdAt,
    updated: note.updatedAt,
    ...(note.tags.length > 0 ? { tags: note.tags } : {}),
    ...(note.url ? { url: note.url } : {}),
    canonical: siteUrl + paths.note(note),
    uuid: note.uuid,
  };
  const matter = Object.entries(fields).map(([name, value]) => `${name}: ${yamlValue(value)}\n`);
  return `---\n${matter.join('')}---\n\n${note.body}\n`;
}

/** JSON is YAML, once the characters that YAML does not print are escaped too. */
function yamlValue(value: string | string[]): string {
  if (Array.isArray(value)) return `[${value.map((item) => yamlValue(item)).join(', ')}]`;
  return JSON.stringify(value).replace(
    /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
