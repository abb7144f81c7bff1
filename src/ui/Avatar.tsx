import { tv, type VariantProps } from 'tailwind-variants';

const avatar = tv({
  base: 'inline-grid flex-none place-items-center overflow-hidden rounded-full bg-primary-soft font-semibold text-primary select-none',
  variants: {
    size: {
      '3xs': 'size-4 text-[0.5rem]',
      '2xs': 'size-5 text-[0.625rem]',
      xs: 'size-6 text-[0.6875rem]',
      sm: 'size-8 text-xs',
      md: 'size-9 text-sm',
      lg: 'size-10 text-base',
      xl: 'size-11 text-lg',
      '2xl': 'size-12 text-xl',
      '3xl': 'size-14 text-2xl',
    },
  },
  defaultVariants: { size: 'sm' },
});

type Props = VariantProps<typeof avatar> & {
  alt: string;
  /** Those of the alt text, by `initialsOf`. */
  initials: string;
  className?: string;
};

/** A person by their initials. An empty alt text shows an empty disc and is skipped by screen readers. */
export function Avatar({ alt, initials, size, className }: Props) {
  return (
    <span
      {...(alt.trim() ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
      className={avatar({ size, className })}
    >
      {initials}
    </span>
  );
}
