import type { AnchorHTMLAttributes, ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { tv, type VariantProps } from 'tailwind-variants/lite';
import { cn } from './cn.ts';

/**
 * The classes of a button, also for elements that only look like one. Some are shared with pages without islands (see
 * button.css); the others are for islands only.
 */
export const buttonLook = tv({
  base: 'button disabled:cursor-not-allowed disabled:opacity-60 aria-busy:cursor-progress',
  variants: {
    size: {
      '2xs': 'small min-h-7 px-2 text-xs after:-inset-y-2',
      xs: 'small',
      sm: '',
      md: 'min-h-12 px-5 text-base',
      lg: 'min-h-13 px-6 text-lg',
      xl: 'min-h-14 px-7 text-xl',
    },
    variant: { solid: '', soft: '', outline: 'quiet', ghost: '' },
    color: { primary: '', neutral: '', danger: '' },
    block: { true: 'w-full' },
  },
  compoundVariants: [
    { variant: 'solid', color: 'neutral', class: 'bg-ink text-page hover:opacity-90' },
    { variant: 'solid', color: 'danger', class: 'bg-danger text-page hover:opacity-90' },
    { variant: 'soft', color: 'primary', class: 'bg-primary-soft text-primary hover:text-primary-hover' },
    { variant: 'soft', color: 'neutral', class: 'bg-sunken text-ink hover:bg-line' },
    { variant: 'soft', color: 'danger', class: 'bg-danger-soft text-danger hover:opacity-90' },
    { variant: 'outline', color: 'primary', class: 'border-primary text-primary hover:bg-primary-soft' },
    { variant: 'outline', color: 'danger', class: 'border-danger text-danger hover:bg-danger-soft' },
    { variant: 'ghost', color: 'primary', class: 'bg-transparent text-primary hover:bg-primary-soft' },
    { variant: 'ghost', color: 'neutral', class: 'bg-transparent text-muted hover:bg-sunken hover:text-ink' },
    { variant: 'ghost', color: 'danger', class: 'bg-transparent text-danger hover:bg-danger-soft' },
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

/** Turns while work is in progress. It is hidden from screen readers, so the caller has to say what is going on. */
export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-[1em] flex-none animate-spin rounded-full border-2 border-current border-t-transparent motion-reduce:animate-none"
    />
  );
}
