import { useQuery } from '../../platform/browser/use-query.ts';
import { nextToRead, type ReadingItem, type ReadingState } from '../model/reading-list.ts';
import { Card } from '../../ui/Card.tsx';

type Page = { items: ReadingItem[] };
const listOf = (state: ReadingState) => `/api/reading-list?state=${state}`;

/** The one thing to read next, and why this one. Nothing stands here while there is nothing to say. */
export function NextToRead() {
  const begun = useQuery<Page>(listOf('reading')).answer;
  const waiting = useQuery<Page>(listOf('toread')).answer;
  if (!begun?.ok || !waiting?.ok) return null;
  const next = nextToRead(begun.data.items, waiting.data.items);
  if (!next) return null;
  const { item, why } = next;
  const left = Math.max(1, Math.round(item.minutes * (1 - item.progress)));
  return (
    <Card className="mb-2 gap-1 border-0 bg-primary-soft">
      <p className="m-0 text-sm text-primary">
        {why === 'begun' ? `Read on: ${left} min left` : `Read next: the shortest that waits, ${left} min`}
      </p>
      <p className="m-0! font-serif text-lg font-semibold" dir="auto">
        <a href={item.path} className="text-ink hover:text-primary">
          {item.title}
        </a>
      </p>
    </Card>
  );
}
