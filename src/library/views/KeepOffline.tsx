import { useEffect, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Field, Select } from '../../ui/forms/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { countedOf } from '../../platform/model/counted.ts';
import { useHydrated } from '../../platform/browser/use-browser.ts';
import { defaultKeptBytes } from '../../platform/model/offline.ts';
import { MenuItem } from '../../ui/Menu.tsx';
import { toasts, undoing } from '../../ui/toasts/toasts.ts';
import { canKeep, changeKeeping, toggled, useKeptOffline, offlineFailureReason } from '../browser/kept-offline.ts';

const mega = 1_000_000;
const limits = [0, 20, 50, 200, 1000];

/** How much of the reading list this device keeps for use without a network, and how much room it takes. */
export function OfflineSettings() {
  const alive = useHydrated();
  const { notes, bytes, full, keeping } = useKeptOffline();
  const { limit } = keeping;

  function remove() {
    changeKeeping({ limit: 0, notes: [], collections: [] });
    toasts.add({
      title: 'Removed from this device',
      description: countedOf(notes.size, 'note'),
      icon: 'check',
      actions: [undoing(() => changeKeeping(keeping))],
    });
  }

  const choices = limits.some((one) => one * mega === limit) ? limits : [...limits, limit / mega];
  return (
    <>
      <p className="m-0 text-muted">
        Your reading list is stored on this device, with its copies, highlights and pictures, so you can read it without
        a connection. To add a note or a collection, choose “Keep offline” in its menu.
      </p>
      {alive && !canKeep() ? (
        <WhyNothing />
      ) : (
        <>
          <div className="max-w-md">
            <Field label="Use up to" hint="What you’ve chosen comes first, then what you’re reading, then the newest.">
              {(control) => (
                <Select
                  {...control}
                  value={limit}
                  onChange={(event) => changeKeeping({ limit: Number(event.target.value) })}
                >
                  {choices.map((one) => (
                    <option key={one} value={one * mega}>
                      {one === 0 ? 'Nothing' : one >= 1000 ? `${one / 1000} GB` : `${one} MB`}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          </div>
          <p role="status" className="m-0">
            {countedOf(notes.size, 'note')} stored, {sizeOf(bytes)}.
          </p>
          <p className="m-0 text-sm text-muted">
            What searching your library needs (titles, highlights and the beginnings of texts) is on this device until
            you sign out.
          </p>
          {full && limit > 0 && (
            <Notice title="There isn’t room for everything">
              The oldest are left out. Allow more space, free some on this device, or archive what you’ve read.
            </Notice>
          )}
          {notes.size > 0 && (
            <Button size="sm" variant="outline" color="neutral" className="justify-self-start" onClick={remove}>
              Remove these notes from this device
            </Button>
          )}
        </>
      )}
    </>
  );
}

const whys = {
  full: 'This device is short of space, so nothing is stored. Free some space, then reload the page.',
  forbidden: 'This browser doesn’t let the site store anything. Check the browser’s settings, then reload the page.',
  early: 'Nothing is stored here yet. Reload the page to begin.',
};

/** Why this device keeps nothing. */
function WhyNothing() {
  const [why, setWhy] = useState<keyof typeof whys>();
  useEffect(() => void offlineFailureReason().then(setWhy), []);
  return (
    <p role="status" className="m-0">
      {why && whys[why]}
    </p>
  );
}

type KeptThing = { kind: 'notes' | 'collections'; id: string; name: string };

/** A menu item that keeps a note or a collection on this device, or no longer. Nothing if this browser keeps nothing. */
export function KeepOfflineItem({ kind, id, name }: KeptThing) {
  const { keeping } = useKeptOffline();
  if (!canKeep()) return null;
  const isKept = keeping[kind].includes(id);

  function change() {
    changeKeeping({ [kind]: toggled(keeping[kind], id), ...(keeping.limit === 0 ? { limit: defaultKeptBytes } : {}) });
    toasts.add(
      isKept
        ? { title: 'No longer kept offline', description: name, icon: 'info' }
        : {
            title: 'It will be kept offline',
            description: `${name}. It’s stored when there’s a connection and room, and is marked “Offline” once it is.`,
            icon: 'check',
          },
    );
  }

  return <MenuItem onSelect={change}>{isKept ? 'Don’t keep offline' : 'Keep offline'}</MenuItem>;
}

/** Marks a note that opens on this device without a network. */
export function OfflineMark({ uuid }: { uuid: string }) {
  const { notes } = useKeptOffline();
  return notes.has(uuid) && <span className="flex-none max-sm:hidden">Offline</span>;
}

const sizeOf = (bytes: number): string =>
  bytes < mega / 10 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / mega).toFixed(1)} MB`;
