import type { ReactNode } from 'react';
import { cn } from './cn.ts';

type Props = {
  /** A heading of the level that fits where it stands. */
  title?: ReactNode;
  children: ReactNode;
  /** The ways on. */
  actions?: ReactNode;
  className?: string;
};

/** What stands where there is nothing yet: why, and what to do about it. */
export function EmptyState({ title, children, actions, className }: Props) {
  return (
    <div className={cn('grid justify-items-start gap-3 py-2', className)}>
      {title && (
        <div className="text-lg font-semibold text-ink [&>*]:m-0 [&>*]:text-lg [&>*]:font-semibold">{title}</div>
      )}
      <p className="m-0 text-muted">{children}</p>
      {actions && <div className="mt-2 flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
