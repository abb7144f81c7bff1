import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';
import { cn } from './cn.ts';
import { fade } from './surface.ts';

type Props = {
  /** A few words that the thing itself already says to screen readers, by its name or description. */
  text: string;
  /** What it explains: one element that takes focus. */
  children: ReactElement;
};

/** Words that show on hover and on keyboard focus. Touch never shows them, so they repeat and never replace a name. */
export function Tooltip({ text, children }: Props) {
  return (
    <Base.Root>
      <Base.Trigger delay={400} render={children} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} className="z-50">
          <Base.Popup className={cn(fade, 'max-w-64 rounded-md bg-ink px-2.5 py-1.5 text-sm text-page shadow-lg')}>
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
