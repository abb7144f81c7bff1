import type { Attributes, Tag } from '../markup/html-tokens.ts';

export type OpenTag = Extract<Tag, { kind: 'open' }>;

/** An open part of a page: what receives its text, what handles elements in it, and what happens at its end. */
export type TagHandler = {
  onText: (text: string) => void;
  onOpen: (token: OpenTag) => TagHandler | undefined;
  onEnd?: () => void;
};

/** A property in the head of a page: its kind, name and contents. */
export type Property = { kind: string; name: string; text: string; values: string[]; hrefs: string[] };

export const ignoreContent: TagHandler = { onText: () => undefined, onOpen: () => ignoreContent };

export function classOf({ class: names = '' }: Attributes): (name: string) => boolean {
  const all = names.split(/\s+/);
  return (name) => all.includes(name);
}

export function isInvisibleTag(name: string): boolean {
  return name === 'style' || name === 'script' || name === 'svg' || name === 'title';
}

/** Receives only text, without placeholders of icons. */
export function textHandler(onText: (text: string) => void): TagHandler {
  const zone: TagHandler = {
    onText,
    onOpen: ({ name, attributes }) => {
      const is = classOf(attributes);
      return isInvisibleTag(name) || is('user-icon') || is('property-icon') ? ignoreContent : zone;
    },
  };
  return zone;
}

/** The table of properties in the head of a page; each row is a property. */
export function propertyTable(add: (property: Property) => void): TagHandler {
  const table: TagHandler = {
    ...ignoreContent,
    onOpen: ({ attributes }) => {
      const kind = /\bproperty-row-(\w+)/.exec(attributes.class ?? '')?.[1];
      return kind === undefined ? table : rowOf({ kind, name: '', text: '', values: [], hrefs: [] }, add);
    },
  };
  return table;
}

function rowOf(row: Property, add: (property: Property) => void): TagHandler {
  const value: TagHandler = {
    onText: (text) => (row.text += text),
    onOpen: ({ name, attributes }) => {
      const is = classOf(attributes);
      if (isInvisibleTag(name) || is('user-icon')) return ignoreContent;
      if (attributes.href) row.hrefs.push(attributes.href);
      if (is('checkbox')) row.values.push(is('checkbox-on') ? 'true' : 'false');
      if (!is('selected-value') && !is('status-value') && !is('user')) return value;
      const at = row.values.push('') - 1;
      return textHandler((text) => (row.values[at] += text));
    },
  };
  return {
    ...ignoreContent,
    onOpen: ({ name }) => (name === 'th' ? textHandler((text) => (row.name += text)) : value),
    onEnd: () => add(row),
  };
}
