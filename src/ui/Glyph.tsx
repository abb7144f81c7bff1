import { cn } from './cn.ts';

/** Paths on a grid of 24, drawn as strokes. */
const shapes = {
  check: 'M5 12.5l4.5 4.5L19 7.5',
  close: 'M6 6l12 12M18 6L6 18',
  chevron: 'M6 9.5l6 6 6-6',
  info: 'M12 11v6M12 7.25v.5M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z',
  warning: 'M12 9.5v4.5M12 17v.5M10.3 4.2L2.6 17.5A2 2 0 0 0 4.3 20.5h15.4a2 2 0 0 0 1.7-3L13.7 4.2a2 2 0 0 0-3.4 0z',
  trash:
    'M4 7h16M10 11v6M14 11v6M6 7l1 12a2 2 0 0 0 2 2h6a2 2 0 0 0 2-2l1-12M9 7V4.5A1.5 1.5 0 0 1 10.5 3h3A1.5 1.5 0 0 1 15 4.5V7',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
};

export type GlyphName = keyof typeof shapes;

/** The few icons that the kit itself needs, always with or instead of words that say the same. */
export function Glyph({ name, className }: { name: GlyphName; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 3 : 2}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={cn('size-5 flex-none', className)}
    >
      <path d={shapes[name]} />
    </svg>
  );
}

/** Whether a word from outside names a glyph. */
export function isGlyph(name: string | undefined): name is GlyphName {
  return name !== undefined && Object.hasOwn(shapes, name);
}
