import { countedOf } from '../../platform/model/counted.ts';
import { useDeferredValue, useEffect, useState, useRef } from 'react';
import { svgOf, type Icon as IconBody } from '../../platform/model/icon.ts';
import { useQuery } from '../../platform/browser/use-query.ts';
import { loadIcon } from '../../platform/browser/icons.ts';
import { Button } from '../../ui/Button.tsx';
import { Field, Input } from '../../ui/forms/Field.tsx';

type IconHit = { name: string; svg: string };

/** Icons whose names contain the typed words; undefined while the search runs, `failed` if it fails. */
function useIconSearch(typed: string): { hits: IconHit[] | undefined; failed: boolean } {
  const query = useDeferredValue(typed.trim().slice(0, 80));
  const { answer } = useQuery<{ icons: (IconBody & { name: string })[] }>(
    query ? `/api/_icon/search?${new URLSearchParams({ q: query }).toString()}` : undefined,
  );
  if (answer && !answer.ok) return { hits: [], failed: true };
  const hits = answer?.data.icons.flatMap(({ name, ...icon }) => {
    const svg = svgOf(name, icon);
    return svg ? [{ name, svg }] : [];
  });
  return { hits, failed: false };
}

/** The SVG of a named icon; undefined without a name, while it loads, and if it cannot be loaded. */
function useIcon(name: string | null): string | undefined {
  const [drawn, setDrawn] = useState<{ name: string; svg: string | undefined }>();
  useEffect(() => {
    if (!name) return;
    let isCurrent = true;
    void loadIcon(name).then((svg) => isCurrent && setDrawn({ name, svg }));
    return () => {
      isCurrent = false;
    };
  }, [name]);
  return drawn?.name === name ? drawn.svg : undefined;
}

type Props = { value: string | null; error: string | undefined; onChange: (name: string | null) => void };

/** Chooses a note's icon by searching names. The results are one group of radio buttons: Tab enters, arrow keys choose. */
export function IconPicker({ value, error, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const chosen = useIcon(value);
  const { hits, failed } = useIconSearch(typed);
  const looking = typed.trim() !== '';

  function clear() {
    onChange(null);
    search.current?.focus();
  }

  return (
    <div className="grid gap-3">
      <Field
        label="Icon (optional)"
        hint="Search things, such as book or leaf, and names, such as wikipedia."
        error={error}
      >
        {(control) => (
          <div className="flex items-center gap-2">
            <span className="grid size-11 flex-none place-items-center rounded-lg border border-line bg-sunken text-2xl">
              <Icon svg={chosen} />
            </span>
            <Input
              {...control}
              ref={search}
              type="search"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              // Enter searches, and does not submit the note's form.
              onKeyDown={(event) => event.key === 'Enter' && !event.ctrlKey && !event.metaKey && event.preventDefault()}
              placeholder={value ?? 'Search icons'}
              maxLength={80}
              autoComplete="off"
              autoCapitalize="none"
            />
            {value !== null && (
              <Button variant="outline" color="neutral" onClick={clear} aria-label={`Remove the icon ${value}`}>
                Clear
              </Button>
            )}
          </div>
        )}
      </Field>
      {looking && hits && hits.length > 0 && <Hits hits={hits} value={value} onChange={onChange} />}
      <p role="status" className="m-0 text-sm text-muted empty:hidden">
        {looking && resultInWords(hits, failed)}
        {value !== null && !looking && `Chosen: ${value}`}
      </p>
    </div>
  );
}

function resultInWords(hits: IconHit[] | undefined, failed: boolean): string {
  if (failed) return 'Icons can’t be searched right now. You can save the note without one.';
  if (!hits) return 'Searching…';
  return hits.length === 0 ? 'No icon by that name. Try another word.' : countedOf(hits.length, 'icon');
}

function Hits({ hits, value, onChange }: { hits: IconHit[]; value: string | null; onChange: (name: string) => void }) {
  return (
    <div
      role="radiogroup"
      aria-label="Icons found"
      className="grid max-h-56 grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))] gap-1 overflow-auto rounded-lg border border-line p-1.5"
    >
      {hits.map(({ name, svg }) => (
        <label
          key={name}
          title={name}
          className="relative grid h-11 cursor-pointer place-items-center rounded-md text-2xl text-muted outline-primary hover:bg-sunken hover:text-ink has-checked:bg-primary-soft has-checked:text-primary has-focus-visible:outline-2"
        >
          <input
            type="radio"
            name="icon-hit"
            value={name}
            aria-label={name}
            checked={name === value}
            onChange={() => onChange(name)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <Icon svg={svg} />
        </label>
      ))}
    </div>
  );
}

type IconProps = {
  /** A drawing that is known to be safe. Without one, its space stays empty. */
  svg: string | undefined;
  className?: string;
};

/** An icon of the size and colour of the text around it. Screen readers ignore it. */
function Icon({ svg, className = '' }: IconProps) {
  const classes = `inline-block size-[1em] flex-none leading-none ${className}`;
  return <span aria-hidden="true" className={classes} dangerouslySetInnerHTML={{ __html: svg ?? '' }} />;
}
