import { useId, type ReactNode } from 'react';

/** A part of the page of the kit under its name. */
export function KitPart({ name, children }: { name: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="kit-part">
      <h2 id={id}>{name}</h2>
      {children}
    </section>
  );
}

/** States of one component beside each other. */
export function KitRow({ of, children }: { of: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={of} className="kit-row">
      <span className="kit-of">{of}</span>
      {children}
    </div>
  );
}
