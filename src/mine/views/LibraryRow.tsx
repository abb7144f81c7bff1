import { grouped } from '../../platform/model/counted.ts';
import { type CSSProperties, memo, type MouseEvent } from 'react';
import { pictureAddress, pictureSizes } from '../../pictures/model/addresses.ts';
import { LeadPicture } from '../../pictures/views/static/PagePicture.tsx';
import { cn } from '../../ui/cn.ts';
import { exactTime } from '../../platform/browser/relative-time.ts';
import { shortDate } from '../../platform/model/dates.ts';
import { Glyph } from '../../ui/Glyph.tsx';
import { Skeleton } from '../../ui/Loading.tsx';
import { selectionOf } from '../browser/library-actions.ts';
import type { Found, LibraryItem } from '../model/library.ts';
import { addressOfItem, ItemFacts, ItemTags, FoundPassage } from './ItemFacts.tsx';
import { RowMenu, type RowCommands } from './RowMenu.tsx';

/** A hue for each site, the same everywhere. */
function hueOf(site: string): number {
  let sum = 7;
  for (const letter of site) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 3600;
  return sum / 10;
}

/** A site by its icon, or else by its first letter; a text has a pilcrow. */
export function SiteTile({ site, icon, className }: { site: string; icon?: string | undefined; className?: string }) {
  const [letter = '¶'] = site;
  return (
    <span
      aria-hidden="true"
      style={{ '--hue': hueOf(site) } as CSSProperties}
      className={cn(
        'grid place-items-center rounded-md font-serif leading-none font-semibold uppercase select-none',
        icon !== undefined
          ? 'border border-line bg-[light-dark(#fff,oklch(0.92_0_0))]'
          : site
            ? 'bg-[light-dark(oklch(0.95_0.03_var(--hue)),oklch(0.3_0.035_var(--hue)))] text-[light-dark(oklch(0.42_0.08_var(--hue)),oklch(0.84_0.06_var(--hue)))]'
            : 'border border-line bg-raised text-muted',
        className,
      )}
    >
      {icon === undefined ? (
        letter
      ) : (
        <img src={pictureAddress(icon, pictureSizes.icon[0])} width={24} height={24} alt="" loading="lazy" />
      )}
    </span>
  );
}

export type ItemProps = {
  item: LibraryItem;
  index: number;
  /** Whether it is the current row: only its links and buttons can be reached by the Tab key. */
  active: boolean;
  selected: boolean;
  /** Whether anything is selected; then every row shows its checkbox. */
  selecting: boolean;
  commands: RowCommands;
  /** Where the words of the query match in it, and the words; undefined if there are none, or not loaded yet. */
  found: Found | undefined;
  terms: ReadonlySet<string>;
  onSelect: (index: number, shift: boolean) => void;
};

/** An item of the library as a row, with all its actions. */
export const LibraryRow = memo(function LibraryRow(props: ItemProps) {
  const { item, active, selected, commands, found, terms } = props;
  const tabIndex = active ? 0 : -1;
  return (
    <div
      className={cn(
        // With very large text on a phone, the title gets all the space.
        'group relative -mx-2 flex h-full items-center gap-3 px-2 max-[15rem]:gap-1.5 max-[15rem]:pe-0',
        // The border is as wide as the column; only the background of a selected row is wider.
        'before:absolute before:inset-x-2 before:bottom-0 before:border-b before:border-line',
        selected && 'bg-primary-soft',
      )}
    >
      <ItemBox {...props} className="size-9 text-base max-[15rem]:size-6 max-[15rem]:text-xs" />
      {/* On phones, tags have a line of their own if the title leaves space for it. */}
      <div className={cn('min-w-0 flex-1', !found && 'max-sm:max-h-17 max-sm:overflow-y-clip')}>
        <ItemTitle
          item={item}
          tabIndex={tabIndex}
          className="line-clamp-2 text-[1.0625rem] leading-6 sm:line-clamp-1"
        />
        <ItemFacts item={item} tabIndex={tabIndex} />
        {!found && <ItemTags tags={item.note.tags} className="truncate sm:hidden" />}
        {found && <FoundPassage {...{ item, found, terms, tabIndex }} className="mt-1 line-clamp-2 sm:line-clamp-1" />}
      </div>
      <LeadPicture
        pictures={item.note.pictures}
        sizes="2.75rem"
        className="size-11 flex-none rounded-md bg-sunken object-cover max-md:hidden"
      />
      <time
        dateTime={item.savedAt}
        title={exactTime(new Date(item.savedAt))}
        className="relative flex-none text-end text-sm whitespace-nowrap text-muted tabular-nums max-md:hidden"
      >
        {shortDate(item.savedAt)}
      </time>
      <ItemActions item={item} tabIndex={tabIndex} commands={commands} />
    </div>
  );
});

type TitleProps = { item: LibraryItem; tabIndex: number; className: string };

/** The title as a link; the whole row can be pressed. */
export function ItemTitle({ item, tabIndex, className }: TitleProps) {
  return (
    <a
      href={addressOfItem(item)}
      dir="auto"
      data-item-focus
      tabIndex={tabIndex}
      className={cn(
        'font-display font-semibold wrap-anywhere outline-none after:absolute after:inset-0 hover:text-primary rtl:text-right',
        'focus-visible:after:rounded-md focus-visible:after:outline-2 focus-visible:after:-outline-offset-1 focus-visible:after:outline-primary',
        item.reading?.state === 'archived' && 'text-muted',
        className,
      )}
    >
      {item.note.title}
    </a>
  );
}

type BoxProps = ItemProps & {
  className?: string;
  /** Whether the site's tile is shown elsewhere. */
  plain?: boolean;
};

/** The item's tile, which is also the checkbox that selects it. */
export function ItemBox({ item, index, active, selected, selecting, onSelect, className, plain = false }: BoxProps) {
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={selected}
      aria-label={`Select: ${item.note.title}`}
      tabIndex={active ? 0 : -1}
      onClick={(event: MouseEvent) => onSelect(index, event.shiftKey)}
      className={cn('relative z-1 flex-none cursor-pointer rounded-md after:absolute after:-inset-1.5', className)}
    >
      {!plain && (
        <SiteTile
          site={item.site}
          icon={item.note.pictures?.icon}
          className={cn(
            'size-full',
            selecting || selected
              ? 'opacity-0'
              : 'group-hover:opacity-0 [button:focus-visible>&]:opacity-0 [@media(hover:none)]:opacity-100!',
          )}
        />
      )}
      <span
        aria-hidden="true"
        className={cn(
          'absolute inset-0 m-auto grid size-5 place-items-center rounded-sm border',
          selected ? 'border-primary bg-primary text-on-primary' : 'border-strong bg-raised',
          !selecting &&
            !selected &&
            'invisible group-hover:visible [button:focus-visible>&]:visible [@media(hover:none)]:invisible!',
        )}
      >
        {selected && <Glyph name="check" className="size-4" />}
      </span>
    </button>
  );
}

type ActsProps = { item: LibraryItem; tabIndex: number; commands: RowCommands };

/** The star button and the menu of all other actions. */
export function ItemActions({ item, tabIndex, commands }: ActsProps) {
  const starred = item.reading?.favourite === true;
  return (
    <span className="relative z-1 flex flex-none items-center has-aria-expanded:z-70">
      <button
        type="button"
        aria-pressed={starred}
        aria-label={`Star: ${item.note.title}`}
        title="Star (s)"
        tabIndex={tabIndex}
        onClick={() => commands.star(selectionOf(item))}
        className={cn(
          'grid size-10 cursor-pointer place-items-center rounded-lg text-lg hover:bg-sunken max-sm:hidden',
          starred ? 'text-primary' : 'text-faint',
        )}
      >
        <span
          aria-hidden="true"
          className={cn(
            !starred && 'invisible group-focus-within:visible group-hover:visible [@media(hover:none)]:visible',
          )}
        >
          {starred ? '★' : '☆'}
        </span>
      </button>
      <RowMenu item={item} tabIndex={tabIndex} commands={commands} />
    </span>
  );
}

/** The placeholder of a row that is loading; not animated, because scrolling fast renders hundreds. */
export function RowSkeleton({ index, active }: { index: number; active: boolean }) {
  return (
    <div className="flex h-full items-center gap-3 border-b border-line">
      <Skeleton className="size-9 flex-none animate-none" />
      <span data-item-focus="waiting" tabIndex={active ? 0 : -1} className="grid flex-1 gap-2">
        <span className="sr-only">Loading item {grouped(index + 1)}</span>
        <Skeleton className="w-3/5 animate-none" />
        <Skeleton className="h-3 w-2/5 animate-none" />
      </span>
    </div>
  );
}
