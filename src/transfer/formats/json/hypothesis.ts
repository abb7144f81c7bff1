import * as z from 'zod';
import { itemEntry, groupParts, type Part, type ParsedItem } from '../file.ts';
import { confidenceOf } from '../format.ts';
import { Tags, Text } from './fields.ts';
import { titleOfRefused } from './items-within.ts';
import { jsonFile, SkippedLists } from './json.ts';
import { parsedAs } from './parsed.ts';
import { addHighlights, highlightTimes, type ExportedHighlight } from '../documents/exported-highlights.ts';
import { parseDate } from '../field-values.ts';
import { fromMarkdown } from '../../model/as-markdown.ts';

const Selector = z.looseObject({
  type: z.string(),
  exact: z.string().optional(),
  prefix: z.string().optional(),
  suffix: z.string().optional(),
  start: z.int().nonnegative().optional().catch(undefined),
});

const Annotation = z.looseObject({
  uri: z.string(),
  text: Text,
  tags: Tags,
  target: z.array(z.looseObject({ selector: z.array(Selector).nullish() })).nullish(),
  document: z.looseObject({ title: z.union([z.string(), z.array(z.string())]).nullish() }).nullish(),
});
type Annotation = z.infer<typeof Annotation>;

/** The results of the search API (`rows`), and the program's own export (`annotations`). */
const lists = ['rows', 'annotations'];

/** Annotations, newest first: those of one page become one saved item with highlights. */
export const hypothesisJson = jsonFile(
  'Hypothesis (JSON)',
  ({ items }) => Math.max(...lists.map((list) => confidenceOf(['uri', 'text', 'tags', 'target'], items.get(list)))),
  (values) => {
    const parts = async function* (): AsyncGenerator<Part<Annotation>> {
      const left = new SkippedLists();
      for await (const one of values) {
        const { list, at, value } = one;
        const { data: annotation, odd } = parsedAs(Annotation, value) ?? {};
        if (!lists.includes(list)) left.add(one);
        else if (annotation) yield { key: annotation.uri, place: `item ${at}`, value: { ...annotation, odd } };
        else yield { place: `item ${at}`, ...titleOfRefused(value), why: 'This isn’t a note about a page.' };
      }
      yield* left.report();
    };
    return groupParts(parts(), (annotations, place) => [itemEntry(place, pageItem(annotations))]);
  },
);

/** A page with its annotations in the order of its text. Those on the whole page, and replies, have no position. */
function pageItem(annotations: readonly Annotation[]): ParsedItem {
  const titles = annotations.flatMap(({ document }) => document?.title ?? []);
  const times = annotations.flatMap(({ created }) => parseDate(created) ?? []).toSorted();
  const changes = annotations.flatMap(({ updated }) => parseDate(updated) ?? []).toSorted();
  const item = {
    title: titles[0] ?? '',
    url: annotations[0]?.uri,
    tags: [],
    at: times[0],
    changedAt: changes.at(-1),
  };
  return addHighlights(
    item,
    annotations.map(passageOf).toSorted((one, other) => (one.start ?? 0) - (other.start ?? 0)),
    fromMarkdown,
  );
}

function passageOf({
  text,
  target,
  created,
  updated,
  tags,
  uri: _uri,
  document: _document,
  ...more
}: Annotation): ExportedHighlight {
  const selectors = (target ?? []).flatMap(({ selector }) => selector ?? []);
  const quoted = selectors.find(({ type }) => type === 'TextQuoteSelector');
  const { unread, ...times } = highlightTimes(created, updated);
  return {
    quote: quoted?.exact ?? '',
    comment: text,
    tags,
    prefix: quoted?.prefix,
    suffix: quoted?.suffix,
    start: selectors.find(({ type }) => type === 'TextPositionSelector')?.start,
    ...times,
    more: { ...more, ...unread },
  };
}
