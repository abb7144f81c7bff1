import type { Attributes, Tag } from '../markup/html-tokens.ts';

export type Open = Extract<Tag, { kind: 'open' }>;

/** An open part of a page: what receives its text, what handles elements in it, and what happens at its end. */
export type Zone = {
  hear: (text: string) => void;
  enter: (token: Open) => Zone | undefined;
  end?: () => void;
};

/** A property in the head of a page: its kind, name and contents. */
export type Property = { kind: string; name: string; text: string; values: string[]; hrefs: string[] };

export const nothing: Zone = { hear: () => undefined, enter: () => nothing };

export function classOf({ class: names = '' }: Attributes): (name: string) => boolean {
  const all = names.split(/\s+/);
  return (name) => all.includes(name);
}

export function isUnseen(name: string): boolean {
  return name === 'style' || name === 'script' || name === 'svg' || name === 'title';
}

/** Receives only text, without placeholders of icons. */
export function wordsTo(hear: (text: string) => void): Zone {
  const zone: Zone = {
    hear,
    enter: ({ name, attributes }) => {
      const is = classOf(attributes);
      return isUnseen(name) || is('user-icon') || is('property-icon') ? nothing : zone;
    },
  };
  return zone;
}

/** The table of properties in the head of a page; each row is a property. */
export function propertyTable(add: (property: Property) => void): Zone {
  const table: Zone = {
    ...nothing,
    enter: ({ attributes }) => {
      const kind = /\bproperty-row-(\w+)/.exec(attributes.class ?? '')?.[1];
      return kind === undefined ? table : rowOf({ kind, name: '', text: '', values: [], hrefs: [] }, add);
    },
  };
  return table;
}

function rowOf(row: Property, add: (property: Property) => void): Zone {
  const value: Zone = {
    hear: (text) => (row.text += text),
    enter: ({ name, attributes }) => {
      const is = classOf(attributes);
      if (isUnseen(name) || is('user-icon')) return nothing;
      if (attributes.href) row.hrefs.push(attributes.href);
      if (is('checkbox')) row.values.push(is('checkbox-on') ? 'true' : 'false');
      if (!is('selected-value') && !is('status-value') && !is('user')) return value;
      const at = row.values.push('') - 1;
      return wordsTo((text) => (row.values[at] += text));
    },
  };
  return {
    ...nothing,
    enter: ({ name }) => (name === 'th' ? wordsTo((text) => (row.name += text)) : value),
    end: () => add(row),
  };
}
