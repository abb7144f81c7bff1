import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { tv, type VariantProps } from 'tailwind-variants';

// tailwind-variants merges classes itself and keeps the last 500 results.
const button = tv({
  base: [
    'relative inline-flex items-center justify-center gap-2 rounded-lg font-medium whitespace-nowrap cursor-pointer',
    'transition-colors focus-visible:outline-2 outline-offset-2 outline-primary',
    'disabled:cursor-default disabled:opacity-60 aria-disabled:cursor-default',
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
    variant: { solid: '', outline: 'border', ghost: '' },
    color: { primary: '', neutral: '', danger: '' },
    block: { true: 'w-full' },
  },
  compoundVariants: [
    { variant: 'solid', color: 'primary', class: 'bg-primary text-on-primary hover:bg-primary-hover' },
    { variant: 'solid', color: 'neutral', class: 'bg-ink text-page hover:opacity-90' },
    { variant: 'solid', color: 'danger', class: 'bg-danger text-page hover:opacity-90' },
    { variant: 'outline', color: 'primary', class: 'border-primary text-primary hover:bg-primary-soft' },
    { variant: 'outline', color: 'neutral', class: 'border-line text-ink hover:bg-sunken' },
    { variant: 'outline', color: 'danger', class: 'border-danger text-danger hover:bg-danger-soft' },
    { variant: 'ghost', color: 'primary', class: 'text-primary hover:bg-primary-soft' },
    { variant: 'ghost', color: 'neutral', class: 'text-muted hover:bg-sunken hover:text-ink' },
    { variant: 'ghost', color: 'danger', class: 'text-danger hover:bg-danger-soft' },
  ],
  defaultVariants: { size: 'sm', variant: 'solid', color: 'primary' },
});

type Props = VariantProps<typeof button> & {
  children: ReactNode;
  className?: string;
  /** Makes it a link that looks like a button. */
  href?: string;
  /** Work is under way: it stays focusable, says that it is busy and ignores presses. */
  loading?: boolean;
  ref?: Ref<HTMLButtonElement>;
} & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'color'>;

export function Button({ size, variant, color, block, className, href, loading, children, onClick, ...rest }: Props) {
  const classes = button({ size, variant, color, block, className });
  if (href !== undefined) {
    return (
      <a href={href} className={classes} aria-label={rest['aria-label']}>
        {children}
      </a>
    );
  }
  const press = (event: MouseEvent<HTMLButtonElement>) => (loading ? event.preventDefault() : onClick?.(event));
  return (
    <button type="button" {...rest} className={classes} onClick={press} aria-busy={loading} aria-disabled={loading}>
      {loading && <Spinner />}
      {children}
    </button>
  );
}

function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-4 animate-spin rounded-full border-2 border-current border-t-transparent motion-reduce:animate-none"
    />
  );
}
