import type { AnchorHTMLAttributes, ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { tv, type VariantProps } from 'tailwind-variants/lite';
import { cn } from './cn.ts';

/** How a button looks, for what is one without being told so. */
export const buttonLook = tv({
  base: [
    'relative inline-flex max-w-full py-1 items-center justify-center gap-2 rounded-lg text-center font-medium cursor-pointer',
    'transition-colors focus-visible:outline-2 outline-offset-2 outline-primary',
    'disabled:cursor-not-allowed disabled:opacity-60 aria-busy:cursor-progress',
  ],
  variants: {
    size: {
      // The small ones keep a touch target of 44px around what is seen.
      '2xs': "min-h-7 px-2 text-xs after:absolute after:inset-x-0 after:-inset-y-2 after:content-['']",
      xs: "min-h-9 px-3 text-sm after:absolute after:inset-x-0 after:-inset-y-1 after:content-['']",
      sm: 'min-h-11 px-4 text-[0.9375rem]',
      md: 'min-h-12 px-5 text-base',
      lg: 'min-h-13 px-6 text-lg',
      xl: 'min-h-14 px-7 text-xl',
    },
    variant: { solid: '', soft: '', outline: 'border', ghost: '' },
    color: { primary: '', neutral: '', danger: '' },
    block: { true: 'w-full' },
  },
  compoundVariants: [
    { variant: 'solid', color: 'primary', class: 'bg-primary text-on-primary hover:bg-primary-hover' },
    { variant: 'solid', color: 'neutral', class: 'bg-ink text-page hover:opacity-90' },
    { variant: 'solid', color: 'danger', class: 'bg-danger text-page hover:opacity-90' },
    { variant: 'soft', color: 'primary', class: 'bg-primary-soft text-primary hover:text-primary-hover' },
    { variant: 'soft', color: 'neutral', class: 'bg-sunken text-ink hover:bg-line' },
    { variant: 'soft', color: 'danger', class: 'bg-danger-soft text-danger hover:opacity-90' },
    { variant: 'outline', color: 'primary', class: 'border-primary text-primary hover:bg-primary-soft' },
    { variant: 'outline', color: 'neutral', class: 'border-line text-ink hover:bg-sunken' },
    { variant: 'outline', color: 'danger', class: 'border-danger text-danger hover:bg-danger-soft' },
    { variant: 'ghost', color: 'primary', class: 'text-primary hover:bg-primary-soft' },
    { variant: 'ghost', color: 'neutral', class: 'text-muted hover:bg-sunken hover:text-ink' },
    { variant: 'ghost', color: 'danger', class: 'text-danger hover:bg-danger-soft' },
  ],
  defaultVariants: { size: 'sm', variant: 'solid', color: 'primary' },
});

type Look = VariantProps<typeof buttonLook> & { children: ReactNode; className?: string };
type AsLink = { href: string; loading?: never; ref?: Ref<HTMLAnchorElement> } & Omit<
  AnchorHTMLAttributes<HTMLAnchorElement>,
  'color'
>;
type AsButton = {
  href?: never;
  /** Work is under way: it stays focusable, says that it is busy and ignores presses. */
  loading?: boolean;
  ref?: Ref<HTMLButtonElement>;
} & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'color'>;

/** Something to press; with `href`, a link that looks like it. */
export function Button({ size, variant, color, block, className, children, ...rest }: Look & (AsLink | AsButton)) {
  const classes = cn(buttonLook({ size, variant, color, block }), className);
  if (rest.href !== undefined) {
    return (
      <a {...rest} className={classes}>
        {children}
      </a>
    );
  }
  const { loading, onClick, ...props } = rest;
  const press = (event: MouseEvent<HTMLButtonElement>) => (loading ? event.preventDefault() : onClick?.(event));
  return (
    <button
      type="button"
      {...props}
      className={classes}
      onClick={press}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
    >
      {loading && <Spinner />}
      {children}
    </button>
  );
}

/** Turns while something is under way. Whoever shows it says what, since it is hidden from screen readers. */
export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-[1em] flex-none animate-spin rounded-full border-2 border-current border-t-transparent motion-reduce:animate-none"
    />
  );
}
