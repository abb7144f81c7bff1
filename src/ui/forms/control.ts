import { tv } from 'tailwind-variants/lite';

/** How everything that one types or chooses in looks. 16px text keeps phones from zooming in. */
export const control = tv({
  base: [
    'w-full min-w-0 rounded-lg border border-strong bg-raised px-3.5 text-base text-ink placeholder:text-faint',
    'focus-visible:outline-2 focus-visible:outline-offset-0 outline-primary aria-invalid:border-danger',
    'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted',
  ],
  variants: { kind: { line: 'h-11', text: 'py-3 leading-relaxed' } },
  defaultVariants: { kind: 'line' },
});
