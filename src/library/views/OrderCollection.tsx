import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { sentenceFor } from '../../platform/browser/api.ts';
import { paths } from '../../platform/model/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { DialogClose, DialogDescription, DialogTitle } from '../../ui/Dialog.tsx';
import { EmptyState, ListEnd } from '../../ui/Loading.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx';
import { toasts, undoFailed, undoing } from '../../ui/toasts/toasts.ts';
import type { InModal } from '../../ui/modal/modal.ts';
import { Notice } from '../../ui/Notice.tsx';
import { call, useCallPages, type CollectedPage } from '../browser/calls.ts';
import type { Collection } from '../model/collection.ts';

type Props = { collection: Collection; onChanged: () => void } & InModal;
type Row = CollectedPage['notes'][number];

/** A list with the entry at `from` moved to `to`. */
function moved<Entry>(entries: readonly Entry[], from: number, to: number): Entry[] {
  const rest = entries.filter((_, at) => at !== from);
  return [...rest.slice(0, to), ...entries.slice(from, from + 1), ...rest.slice(to)];
}

/**
 * The notes of a collection, to put in order: by dragging, by arrow keys on a handle, or by each one's menu. Every move
 * is saved immediately; one that fails is undone.
 */
export function OrderCollection({ collection, onChanged }: Props) {
  const { id, name } = collection;
  const [rows, setRows] = useState<readonly Row[]>([]);
  const [failure, setFailure] = useState<string>();
  const [news, setNews] = useState('');
  const [dragged, setDragged] = useState<string>();
  const before = useRef<readonly Row[]>([]);
  const list = useRef<HTMLUListElement>(null);
  // A later page may have notes that were moved up meanwhile.
  const { paging } = useCallPages('GET /api/collections/{id}', { at: { id } }, ({ notes }) =>
    setRows((known) => [...known, ...notes.filter(({ uuid }) => !known.some((row) => row.uuid === uuid))]),
  );
  const focus = useRef<string>(undefined);
  useEffect(() => {
    const uuid = focus.current;
    focus.current = undefined;
    if (uuid) list.current?.querySelector<HTMLElement>(`[data-handle="${uuid}"]`)?.focus();
  }, [rows]);

  async function keep(next: readonly Row[], uuid: string, known = rows) {
    const at = next.findIndex((row) => row.uuid === uuid);
    setRows(next);
    setFailure(undefined);
    const answer = await call('PUT /api/collections/{id}/notes/{uuid}', {
      at: { id, uuid },
      body: { after: next[at - 1]?.uuid ?? null },
    });
    if (answer.ok) {
      setNews(`${next[at]?.title}: place ${at + 1} of ${next.length}`);
      return onChanged();
    }
    setRows(known);
    setFailure(sentenceFor(answer, new Date()));
  }

  function move(from: number, to: number) {
    const row = rows[from];
    if (!row || to < 0 || to >= rows.length || to === from) return;
    focus.current = row.uuid;
    void keep(moved(rows, from, to), row.uuid);
  }

  async function takeOut(row: Row) {
    const { uuid, title } = row;
    const known = rows;
    setRows(rows.filter((one) => one.uuid !== uuid));
    const answer = await call('DELETE /api/collections/{id}/notes/{uuid}', { at: { id, uuid } });
    if (answer.ok) {
      onChanged();
      const actions = [undoing(() => void putBack(row, known.indexOf(row), known))];
      return void toasts.add({ title: 'Removed from the collection', description: title, icon: 'check', actions });
    }
    setRows(known);
    setFailure(sentenceFor(answer, new Date()));
  }

  /** The dialog may be closed by then, so a failure is reported in a toast. */
  async function putBack(row: Row, at: number, known: readonly Row[]) {
    const { uuid } = row;
    const body = { after: known[at - 1]?.uuid ?? null };
    const answer = await call('PUT /api/collections/{id}/notes/{uuid}', { at: { id, uuid }, body });
    if (!answer.ok) {
      return undoFailed(sentenceFor(answer, new Date()), () => void putBack(row, at, known));
    }
    setRows((now) => [...now.slice(0, at), row, ...now.slice(at)]);
    onChanged();
  }

  function press(event: KeyboardEvent, at: number) {
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(at, to);
  }

  function take(event: PointerEvent<HTMLElement>, uuid: string) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    before.current = rows;
    setDragged(uuid);
  }

  /** Moves the row to the pointer, past every row whose middle the pointer has crossed. */
  function drag({ clientY }: PointerEvent) {
    const from = rows.findIndex(({ uuid }) => uuid === dragged);
    if (from < 0) return;
    const middles = [...(list.current?.children ?? [])].map((row) => {
      const { top, height } = row.getBoundingClientRect();
      return top + height / 2;
    });
    const to = middles.filter((middle, at) => at !== from && middle < clientY).length;
    if (to !== from) setRows(moved(rows, from, to));
  }

  function drop() {
    if (dragged === undefined) return;
    setDragged(undefined);
    const placeIn = (all: readonly Row[]) => all.findIndex(({ uuid }) => uuid === dragged);
    if (placeIn(rows) !== placeIn(before.current)) void keep(rows, dragged, before.current);
  }

  return (
    <>
      <DialogTitle>Order the notes</DialogTitle>
      <DialogDescription>
        <bdi>{name}</bdi>. Drag notes into place, or use the arrow keys on a handle.
      </DialogDescription>
      {failure !== undefined && <Notice kind="danger">{failure}</Notice>}
      <ul ref={list} aria-label={`Notes in ${name}`} className="m-0 grid min-w-0 list-none p-0">
        {rows.map((row, at) => {
          const { uuid, title } = row;
          return (
            <li
              key={uuid}
              className="flex min-w-0 items-center gap-1 border-t border-line bg-raised data-dragged:bg-sunken"
              data-dragged={uuid === dragged ? '' : undefined}
            >
              <button
                type="button"
                data-handle={uuid}
                aria-label={`Move ${title}, place ${at + 1}`}
                className="grid size-11 flex-none cursor-grab touch-none place-items-center rounded-lg text-muted select-none hover:bg-sunken hover:text-ink active:cursor-grabbing"
                onKeyDown={(event) => press(event, at)}
                onPointerDown={(event) => take(event, uuid)}
                onPointerMove={drag}
                onPointerUp={drop}
                onPointerCancel={drop}
              >
                <span aria-hidden="true">⠿</span>
              </button>
              <span dir="auto" className="my-2 line-clamp-2 min-w-0 flex-1 wrap-anywhere">
                {title}
              </span>
              <Menu
                trigger={
                  <button
                    type="button"
                    aria-label={`Actions for ${title}`}
                    className="grid size-11 flex-none cursor-pointer place-items-center rounded-lg text-muted hover:bg-sunken hover:text-ink aria-expanded:bg-sunken"
                  >
                    <Glyph name="more" />
                  </button>
                }
              >
                {at > 0 && <MenuItem onSelect={() => move(at, 0)}>Move to the top</MenuItem>}
                {at > 0 && <MenuItem onSelect={() => move(at, at - 1)}>Move up</MenuItem>}
                {at < rows.length - 1 && <MenuItem onSelect={() => move(at, at + 1)}>Move down</MenuItem>}
                <MenuSeparator />
                <MenuItem onSelect={() => void takeOut(row)}>Remove from collection</MenuItem>
              </Menu>
            </li>
          );
        })}
      </ul>
      <ListEnd of="the notes" paging={paging} any={rows.length > 0} more="Show more notes">
        {rows.length === 0 && (
          <EmptyState actions={<Button href={paths.user}>Open my library</Button>}>
            This collection is empty. Add notes to it from your library.
          </EmptyState>
        )}
      </ListEnd>
      <p role="status" className="sr-only">
        {news}
      </p>
      <DialogClose />
    </>
  );
}
