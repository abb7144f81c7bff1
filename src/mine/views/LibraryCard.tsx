import { grouped } from '../../platform/model/counted.ts';
import { memo } from 'react';
import { shortDate } from '../../platform/model/dates.ts';
import { cn } from '../../ui/cn.ts';
import { Skeleton } from '../../ui/Loading.tsx';
import { ItemFacts, ItemTags, FoundPassage } from './ItemFacts.tsx';
import { ItemActions, ItemBox, ItemTitle, type ItemProps, SiteTile } from './LibraryRow.tsx';
import { LeadPicture, SiteIcon } from '../../pictures/views/static/PagePicture.tsx';

/** An item of the library as a card: its picture, and below it the title and excerpt. */
export const LibraryCard = memo(function LibraryCard(props: ItemProps) {
  const { item, active, selected, commands, found, terms } = props;
  const tabIndex = active ? 0 : -1;
  return (
    <div
      className={cn(
        'group relative grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[6rem_minmax(0,1fr)_auto] overflow-hidden rounded-xl border border-line bg-raised',
        selected && 'border-primary bg-primary-soft',
      )}
    >
      {item.note.pictures?.lead ? (
        <LeadPicture
          pictures={item.note.pictures}
          sizes="20rem"
          className="size-full border-b border-line bg-sunken object-cover"
        />
      ) : (
        <SiteTile site={item.site} className="rounded-none border-0 border-b border-line text-4xl" />
      )}
      <div className="absolute start-2 top-2">
        <ItemBox {...props} plain className="size-8" />
      </div>
      <div className="min-h-0 overflow-hidden px-4 pt-3">
        <p className="m-0 flex justify-between gap-3 text-sm text-muted">
          <span className="flex min-w-0 items-center gap-1.5">
            <SiteIcon pictures={item.note.pictures} className="size-4 flex-none rounded-xs" />
            <span className="truncate">{item.site}</span>
          </span>
          <time dateTime={item.savedAt} className="flex-none whitespace-nowrap tabular-nums">
            {shortDate(item.savedAt)}
          </time>
        </p>
        <ItemTitle item={item} tabIndex={tabIndex} className="line-clamp-2 text-[1.0625rem] leading-6" />
        {found ? (
          <FoundPassage {...{ item, found, terms, tabIndex }} className="mt-1 line-clamp-2" />
        ) : (
          <>
            <p
              dir="auto"
              className={cn(
                'mt-1 mb-0 text-sm text-muted wrap-anywhere',
                item.note.tags.length > 0 ? 'line-clamp-1' : 'line-clamp-2',
              )}
            >
              {item.excerpt}
            </p>
            <ItemTags tags={item.note.tags} className="mt-1 truncate" />
          </>
        )}
      </div>
      <div className="flex items-center gap-1 ps-4 pe-1 pb-1">
        <div className="min-w-0 flex-1">
          <ItemFacts item={item} tabIndex={tabIndex} brief />
        </div>
        <ItemActions item={item} tabIndex={tabIndex} commands={commands} />
      </div>
    </div>
  );
});

/** The placeholder of a card that is loading; not animated, like `RowSkeleton`. */
export function CardSkeleton({ index, active }: { index: number; active: boolean }) {
  return (
    <div className="grid h-full content-start gap-3 overflow-hidden rounded-xl border border-line pb-4">
      <Skeleton className="h-24 animate-none rounded-none" />
      <span data-item-focus="waiting" tabIndex={active ? 0 : -1} className="sr-only">
        Loading item {grouped(index + 1)}
      </span>
      <Skeleton className="mx-4 animate-none" />
      <Skeleton className="mx-4 w-3/5 animate-none" />
    </div>
  );
}
