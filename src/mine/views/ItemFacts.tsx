import { hiddenLabels } from '../../notes/model/note-access.ts';
import { paths } from '../../platform/model/paths.ts';
import { Badge } from '../../ui/Badge.tsx';
import { visibilities } from '../../writing/browser/note-fields.ts';
import type { LibraryItem } from '../model/library.ts';

const states = { toread: 'To read', reading: 'Reading', archived: 'Archived' };

/** Where an item leads: one's own note while nobody else reads it to its viewer, all others to their page. */
export function addressOfItem({ note }: LibraryItem): string {
  const isPublished = !note.hidden && (note.visibility === 'public' || note.visibility === 'unlisted');
  return isPublished || !note.own ? paths.note(note) : paths.item(note.uuid);
}

/** Where the kept copy of an item's page is read; only one's own links have one. */
export function copyOfItem({ note }: LibraryItem): string | undefined {
  return note.own && note.kind === 'link' ? paths.copy(note.uuid) : undefined;
}

type FactsProps = {
  item: LibraryItem;
  tabIndex: number;
  /** Without what stands elsewhere on a card. */
  brief?: boolean;
};

/** What stands below an item's title: its site, how long it takes to read, where it is in the reading list, its tags. */
export function ItemFacts({ item, tabIndex, brief = false }: FactsProps) {
  const { note, site, minutes, reading, highlights } = item;
  const copy = copyOfItem(item);
  return (
    <p className="m-0 flex max-w-none min-w-0 items-baseline gap-x-3 overflow-hidden text-[0.8125rem] leading-5 whitespace-nowrap text-muted">
      {site && !brief && <span className="max-w-1/2 flex-none truncate sm:max-w-48">{site}</span>}
      {copy ? (
        <a
          href={copy}
          tabIndex={tabIndex}
          aria-label={`Read, ${minutes} min: ${note.title}`}
          className="relative z-1 flex-none font-medium text-primary hover:underline"
        >
          Read, {minutes} min
        </a>
      ) : (
        <span className="flex-none">{minutes} min</span>
      )}
      {note.author && (
        <span dir="auto" className="min-w-0 truncate">
          by {note.author.name}
        </span>
      )}
      <ItemVisibility item={item} />
      {reading && <span className="flex-none">{inWords(reading.state, reading.progress)}</span>}
      {highlights > 0 && (
        <span className="flex-none max-sm:hidden">{highlights === 1 ? '1 highlight' : `${highlights} highlights`}</span>
      )}
      {note.tags.length > 0 && !brief && (
        <span dir="auto" className="pointer-events-none relative min-w-0 flex-1 truncate">
          <span className="sr-only">Tags: </span>
          {note.tags.map((tag) => `#${tag}`).join(' ')}
        </span>
      )}
    </p>
  );
}

function inWords(state: keyof typeof states, progress: number): string {
  const percent = Math.round(progress * 100);
  return state === 'reading' && percent > 0 ? `${states[state]}, ${percent} %` : states[state];
}

/** Who else sees an item of one's own, where it is not everyone. */
function ItemVisibility({ item: { note } }: { item: LibraryItem }) {
  if (!note.own) return null;
  const hidden = hiddenKindOf(note.hidden);
  if (hidden) {
    return (
      <Badge size="sm" color="danger">
        {hiddenLabels[hidden]}
      </Badge>
    );
  }
  if (note.visibility === 'public') return null;
  const { label } = visibilities[note.visibility];
  return note.visibility === 'draft' ? <Badge size="sm">{label}</Badge> : <span className="flex-none">{label}</span>;
}

const hiddenKindOf = (word: string | undefined) =>
  (Object.keys(hiddenLabels) as (keyof typeof hiddenLabels)[]).find((kind) => kind === word);
