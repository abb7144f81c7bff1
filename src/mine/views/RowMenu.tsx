import { useState } from 'react';
import { paths } from '../../platform/model/paths.ts';
import { KeepOfflineItem } from '../../library/views/KeepOffline.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx';
import type { Visibility } from '../../notes/model/note.ts';
import type { LibraryItem } from '../model/library.ts';
import { selectionOf, type Selection } from '../browser/library-actions.ts';
import { copyOfItem } from './ItemFacts.tsx';

/** The actions on items, from rows, menus and keys. */
export type RowCommands = {
  /** Archives them; if all are archived, puts them back to those to read. */
  archive: (chosen: Selection) => void;
  read: (chosen: Selection, state: 'toread' | 'reading' | 'archived' | null) => void;
  star: (chosen: Selection) => void;
  tag: (chosen: Selection) => void;
  /** Adds to collections and removes from them. */
  move: (chosen: Selection) => void;
  /** Exports to a file. */
  take: (chosen: Selection) => void;
  show: (chosen: Selection, visibility: Visibility) => void;
  remove: (chosen: Selection) => void;
  /** Gets a copy of the page of a link. */
  copy: (item: LibraryItem) => void;
  explain: (item: LibraryItem) => void;
};

const visibilityActions: Record<Visibility, string> = {
  public: 'Publish',
  unlisted: 'Make unlisted',
  private: 'Make private',
  draft: 'Make a draft',
};

const look =
  'grid size-11 flex-none cursor-pointer place-items-center rounded-lg text-muted hover:bg-sunken hover:text-ink aria-expanded:bg-sunken';

type Props = { item: LibraryItem; tabIndex: number; commands: RowCommands };

/** The menu of all actions on an item. It is created when it is opened, since many rows have one. */
export function RowMenu(props: Props) {
  const [asked, setAsked] = useState(false);
  const { item, tabIndex } = props;
  const button = {
    type: 'button' as const,
    'aria-label': `Actions for ${item.note.title}`,
    tabIndex,
    className: look,
    children: <Glyph name="more" />,
  };
  if (!asked) return <button {...button} aria-haspopup="menu" aria-expanded={false} onClick={() => setAsked(true)} />;
  return (
    <Menu initiallyOpen trigger={<button {...button} />}>
      <Choices {...props} />
    </Menu>
  );
}

function Choices({ item, commands }: Props) {
  const { note, reading } = item;
  const copy = copyOfItem(item);
  const state = reading?.state;
  return (
    <>
      {copy && item.copy && <MenuItem href={copy}>Read</MenuItem>}
      {copy && !item.copy && <MenuItem onSelect={() => commands.copy(item)}>Get a copy</MenuItem>}
      {note.url && <MenuItem href={note.url}>Open the original</MenuItem>}
      {note.own && <MenuItem href={paths.edit(note.uuid)}>Edit</MenuItem>}
      {note.author && <MenuItem href={paths.person(note.author.handle)}>More by {note.author.name}</MenuItem>}
      <MenuSeparator />
      {state !== 'toread' && (
        <MenuItem onSelect={() => commands.read(selectionOf(item), 'toread')}>Read later</MenuItem>
      )}
      {state !== 'archived' && (
        <MenuItem onSelect={() => commands.read(selectionOf(item), 'archived')}>Archive</MenuItem>
      )}
      {reading?.state && (
        <MenuItem onSelect={() => commands.read(selectionOf(item), null)}>Remove from the reading list</MenuItem>
      )}
      <MenuItem onSelect={() => commands.star(selectionOf(item))}>
        {reading?.favourite ? 'Remove the star' : 'Star'}
      </MenuItem>
      {note.own && <MenuItem onSelect={() => commands.tag(selectionOf(item))}>Tags…</MenuItem>}
      <MenuItem onSelect={() => commands.move(selectionOf(item))}>Collections…</MenuItem>
      <MenuItem onSelect={() => commands.take(selectionOf(item))}>Export…</MenuItem>
      <KeepOfflineItem kind="notes" id={note.uuid} name={note.title} />
      {note.own && (
        <>
          <MenuSeparator />
          {note.hidden && <MenuItem onSelect={() => commands.explain(item)}>Why readers can’t find it</MenuItem>}
          {(Object.keys(visibilityActions) as Visibility[])
            .filter((visibility) => visibility !== note.visibility)
            .map((visibility) => (
              <MenuItem key={visibility} onSelect={() => commands.show(selectionOf(item), visibility)}>
                {visibilityActions[visibility]}
              </MenuItem>
            ))}
        </>
      )}
      <MenuSeparator />
      <MenuItem danger onSelect={() => commands.remove(selectionOf(item))}>
        {note.own ? 'Delete' : 'Remove from my library'}
      </MenuItem>
    </>
  );
}
