import { countedOf } from '../../platform/model/counted.ts';
import { shortDate } from '../../platform/model/dates.ts';
import { hiddenLabels } from '../../notes/model/note-access.ts';
import { paths } from '../../platform/model/paths.ts';
import { OfflineMark } from '../../library/views/KeepOffline.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { cn } from '../../ui/cn.ts';
import { visibilities } from '../../writing/browser/note-fields.ts';
import type { LibraryItem, Found } from '../model/library.ts';
import { highlighted, type Piece } from '../../search/model/passage.ts';

const states = { toread: 'To read', reading: 'Reading', archived: 'Archived' };

/** The address of an item: a published note's public page, or the private page of a person's own unpublished note. */
export function addressOfItem({ note }: LibraryItem): string {
  const isPublished = !note.hidden && (note.visibility === 'public' || note.visibility === 'unlisted');
  return isPublished || !note.own ? paths.note(note) : paths.item(note.uuid);
}

/** The address of the saved copy of an item's page; only the person's own links have one. */
export function copyOfItem({ note }: LibraryItem): string | undefined {
  return note.own && note.kind === 'link' ? paths.copy(note.uuid) : undefined;
}

type FactsProps = {
  item: LibraryItem;
  tabIndex: number;
  /** Leaves out what is elsewhere on a card. */
  brief?: boolean;
};

/** The line below an item's title: its site, reading time, place in the reading list and tags. */
export function ItemFacts({ item, tabIndex, brief = false }: FactsProps) {
  const { note, site, minutes, reading, highlights } = item;
  const copy = copyOfItem(item);
  const link = {
    tabIndex,
    className:
      'relative z-1 flex-none font-medium text-primary hover:underline pointer-coarse:after:absolute pointer-coarse:after:-inset-x-1.5 pointer-coarse:after:-inset-y-3',
  };
  const broken = item.broken && brokenSince(item.broken);
  const percent = Math.round(item.progress * 100);
  const isBegun = percent > 0 && percent < 100;
  return (
    // Facts that do not fit wrap to lines that are clipped. The padding gives the links a touch target.
    <p className="m-0 -my-3 flex h-11 max-w-none min-w-0 flex-wrap content-start items-baseline gap-x-3 gap-y-4 overflow-hidden py-3 text-sm whitespace-nowrap text-muted">
      {site && !brief && <span className="max-w-[max(50%,min(100%,6rem))] flex-none truncate sm:max-w-48">{site}</span>}
      {copy && item.copy && (
        <a href={copy} {...link} aria-label={`Read, ${minutes} min: ${note.title}`}>
          Read, {minutes} min
        </a>
      )}
      {isBegun && <span className="flex-none">{percent}% read</span>}
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
      {item.copy?.author && !brief && note.tags.length === 0 && (
        <span dir="auto" className="max-w-max min-w-0 flex-[1_1_6rem] truncate max-sm:hidden">
          {item.copy.author}
        </span>
      )}
      {note.author && (
        <span dir="auto" className="max-w-max min-w-0 flex-[1_1_6rem] truncate">
          by {note.author.name}
        </span>
      )}
      <ItemVisibility item={item} />
      {reading?.state && !(isBegun && reading.state === 'reading') && (
        <span className="flex-none">{states[reading.state]}</span>
      )}
      {highlights > 0 && <span className="flex-none max-sm:hidden">{countedOf(highlights, 'highlight')}</span>}
      <OfflineMark uuid={note.uuid} />
      {!brief && <ItemTags tags={note.tags} className="relative min-w-0 flex-[1_1_6rem] truncate max-sm:hidden" />}
    </p>
  );
}

/** The tags of an item in one line, truncated. */
export function ItemTags({ tags, className }: { tags: readonly string[]; className: string }) {
  if (tags.length === 0) return null;
  return (
    <span dir="auto" className={cn('pointer-events-none block text-sm text-muted rtl:text-right', className)}>
      <span className="sr-only">Tags: </span>
      {tags.map((tag) => `#${tag}`).join(' ')}
    </span>
  );
}

/** Describes a broken link in a sentence. */
function brokenSince({ status, since }: NonNullable<LibraryItem['broken']>): string {
  const day = shortDate(since);
  if (status === null) return `Nothing has answered there since ${day}.`;
  return status >= 500 ? `Its site has been failing since ${day}.` : `The page has been gone since at least ${day}.`;
}

/** Who can see one of the person's own items, unless it is public. */
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

const labels = {
  note: 'Your note',
  copy: 'In a copy',
  highlight: 'Highlight',
  comment: 'Your comment',
  public: 'Public',
};

/** Where a match is read: the copy at the passage, the highlight, the comment, or the note. */
function addressOfFound(item: LibraryItem, { in: place, id, passage }: Found, terms: ReadonlySet<string>): string {
  const { note } = item;
  if (place === 'comment' && id) return paths.comment(note.uuid, id);
  if (place === 'highlight' && id) return `${paths.copy(note.uuid)}#highlight-${id}`;
  if (place !== 'copy') return addressOfItem(item);
  return `${paths.copy(note.uuid)}#find=${encodeURIComponent(wordsAt(passage ?? '', terms))}`;
}

/** The first words of the passage, beginning with the first match. */
function wordsAt(passage: string, terms: ReadonlySet<string>): string {
  const pieces = highlighted(passage, terms);
  const text = pieces
    .slice(
      Math.max(
        0,
        pieces.findIndex(({ hit }) => hit),
      ),
    )
    .map((piece) => piece.text);
  return text.join('').replace(/ …$/, '').split(/\s+/).slice(0, 6).join(' ');
}

type Props = { item: LibraryItem; found: Found; terms: ReadonlySet<string>; tabIndex: number; className?: string };

/** Where an item matches, with a passage that links there. */
export function FoundPassage({ item, found, terms, tabIndex, className }: Props) {
  const label = found.in === 'note' && !item.note.own ? 'Saved' : labels[found.in];
  return (
    <p className={cn('m-0 max-w-none min-w-0 text-sm text-muted', className)}>
      <Badge size="sm" color={found.in === 'note' ? 'neutral' : 'primary'} className="me-2 align-[1px]">
        {label}
      </Badge>
      {found.passage !== undefined && (
        <a
          href={addressOfFound(item, found, terms)}
          tabIndex={tabIndex}
          dir="auto"
          className="relative z-1 text-muted hover:text-ink"
        >
          <MarkedText pieces={highlighted(found.passage, terms)} />
        </a>
      )}
    </p>
  );
}

/** A text with its matching words marked. */
export function MarkedText({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ text, hit }, at) =>
    hit ? (
      // The pieces of one text never move.
      <mark key={at} className="rounded-xs bg-primary-soft px-px font-medium text-ink">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
