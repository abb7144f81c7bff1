import { writtenDate } from '../../platform/model/dates.ts';
import { hiddenLabels } from '../../notes/model/note-access.ts';
import { paths } from '../../platform/model/paths.ts';
import { OfflineMark } from '../../library/views/KeepOffline.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { cn } from '../../ui/cn.ts';
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
  const link = { tabIndex, className: 'relative z-1 flex-none font-medium text-primary hover:underline' };
  const broken = item.broken && brokenSince(item.broken);
  const percent = Math.round(item.progress * 100);
  return (
    // What has no room goes to the next line, which is not shown.
    <p className="m-0 flex h-5 max-w-none min-w-0 flex-wrap items-baseline gap-x-3 overflow-hidden text-[0.8125rem] leading-5 whitespace-nowrap text-muted">
      {site && !brief && <span className="max-w-1/2 flex-none truncate sm:max-w-48">{site}</span>}
      {copy && item.copy && (
        <a href={copy} {...link} aria-label={`Read, ${minutes} min: ${note.title}`}>
          Read, {minutes} min
        </a>
      )}
      {percent > 0 && percent < 100 && <span className="flex-none">{percent} % read</span>}
      {copy && (
        <a
          href={note.url ?? copy}
          rel="noopener noreferrer"
          {...link}
          {...(broken !== undefined && { className: cn(link.className, 'text-danger'), title: broken })}
          aria-label={`${broken === undefined ? 'The original' : `Broken link (${broken})`}: ${note.title}`}
        >
          {broken === undefined ? 'Original' : 'Broken link'}
        </a>
      )}
      {!copy && broken !== undefined && (
        <span className="flex-none text-danger" title={broken}>
          Broken link
        </span>
      )}
      {!copy && <span className="flex-none">{minutes} min</span>}
      {item.copy?.author && !brief && (
        <span dir="auto" className="min-w-0 truncate max-sm:hidden">
          {item.copy.author}
        </span>
      )}
      {note.author && (
        <span dir="auto" className="min-w-0 truncate">
          by {note.author.name}
        </span>
      )}
      <ItemVisibility item={item} />
      {reading && <span className="flex-none">{states[reading.state]}</span>}
      {highlights > 0 && (
        <span className="flex-none max-sm:hidden">{highlights === 1 ? '1 highlight' : `${highlights} highlights`}</span>
      )}
      <OfflineMark uuid={note.uuid} />
      {note.tags.length > 0 && !brief && (
        <span dir="auto" className="pointer-events-none relative min-w-0 flex-[1_1_6rem] truncate">
          <span className="sr-only">Tags: </span>
          {note.tags.map((tag) => `#${tag}`).join(' ')}
        </span>
      )}
    </p>
  );
}

/** What is known of a link that leads nowhere. */
function brokenSince({ status, since }: NonNullable<LibraryItem['broken']>): string {
  const day = writtenDate(since);
  if (status === null) return `Nothing has answered there since ${day}.`;
  return status >= 500
    ? `Its site has failed since ${day} (${status}).`
    : `The page is gone, seen on ${day} (${status}).`;
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
