import { tv, type VariantProps } from 'tailwind-variants/lite';
import { cn } from './cn.ts';
import { initialsOf } from '../platform/model/initials.ts';

const avatar = tv({
  base: 'inline-grid flex-none place-items-center overflow-hidden rounded-full bg-primary-soft leading-none font-semibold text-primary select-none',
  variants: {
    size: {
      '3xs': 'size-4 text-[0.4375rem]',
      '2xs': 'size-5 text-[0.5625rem]',
      xs: 'size-6 text-[0.625rem]',
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

export type AvatarProps = VariantProps<typeof avatar> & {
  /** The person's name: the initials are made from it, and screen readers read it. */
  alt: string;
  /** The name is already next to it, so screen readers skip the avatar. */
  decorative?: boolean;
  /** The address of their picture. */
  src?: string | undefined;
  className?: string;
};

/**
 * A person's picture or initials. A name without letters gives an empty disc; screen readers skip it if the name is empty.
 */
export function Avatar({ alt, size, decorative, src, className }: AvatarProps) {
  const isLabelled = !decorative && alt.trim() !== '';
  return (
    <span
      {...(isLabelled ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
      className={cn(avatar({ size }), className)}
    >
      {src === undefined ? initialsOf(alt) : <img src={src} alt="" className="size-full object-cover" />}
    </span>
  );
}
