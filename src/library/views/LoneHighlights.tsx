import { useRef, useState } from 'react';
import { useHighlights } from '../browser/use-highlights.ts';
import { HighlightList } from './HighlightList.tsx';

/** What was highlighted of a page of which no copy is kept: a file brought it. Nothing is shown where there is none. */
export function LoneHighlights({ uuid }: { uuid: string }) {
  const own = useHighlights(uuid);
  const text = useRef<HTMLElement>(null);
  const [editing, setEditing] = useState<string>();
  const ids = own.highlights?.map(({ id }) => id) ?? [];
  if (ids.length === 0) return null;
  return <HighlightList own={own} lost={new Set(ids)} editing={editing} onEdit={setEditing} text={text} />;
}
