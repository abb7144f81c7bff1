import { paths } from '../../platform/model/paths.ts';
import { highlighted, type Piece } from '../../search/model/passage.ts';
import { Badge } from '../../ui/Badge.tsx';
import { cn } from '../../ui/cn.ts';
import type { Found, LibraryItem } from '../model/library.ts';
import { addressOfItem } from './ItemFacts.tsx';

const labels = {
  note: 'Your note',
  copy: 'In a copy',
  highlight: 'Highlight',
  comment: 'Your comment',
  public: 'Public',
};

/** Where what was found is read: the copy at the passage, the highlight, the comment, or the note. */
function addressOfFound(item: LibraryItem, { in: place, id, passage }: Found, terms: ReadonlySet<string>): string {
  const { note } = item;
  if (place === 'comment' && id) return paths.comment(note.uuid, id);
  if (place === 'highlight' && id) return `${paths.copy(note.uuid)}#highlight-${id}`;
  if (place !== 'copy') return addressOfItem(item);
  return `${paths.copy(note.uuid)}#find=${encodeURIComponent(wordsAt(passage ?? '', terms))}`;
}

/** Some words of the passage, from the first that was searched for on. */
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

/** As what an item was found, and the words that it was found by, which lead there. */
export function FoundPassage({ item, found, terms, tabIndex, className }: Props) {
  const label = found.in === 'note' && !item.note.own ? 'Saved' : labels[found.in];
  return (
    <p className={cn('m-0 max-w-none min-w-0 text-[0.8125rem] leading-5 text-muted', className)}>
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
          <Marked pieces={highlighted(found.passage, terms)} />
        </a>
      )}
    </p>
  );
}

/** A text in which the words are marked that it was found by. */
export function Marked({ pieces }: { pieces: readonly Piece[] }) {
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
