import type { ReactNode } from 'react';
import { Toolbar as Base } from '@base-ui/react/toolbar';
import { Button } from './Button.tsx';
import { cn } from './cn.ts';

type Tool = { label: string; face: ReactNode; title: string; onPress: () => void };

/** Buttons in a row that are one stop of the Tab key; arrow keys go from one to the next. */
export function Toolbar({ label, tools, className }: { label: string; tools: readonly Tool[]; className?: string }) {
  return (
    <Base.Root aria-label={label} className={cn('flex min-w-0 flex-wrap', className)}>
      {tools.map(({ label: name, face, title, onPress }) => (
        <Base.Button
          key={name}
          aria-label={name}
          title={title}
          onClick={onPress}
          render={
            <Button size="xs" variant="ghost" color="neutral" className="min-w-8 px-1.5 sm:min-w-9">
              {face}
            </Button>
          }
        />
      ))}
    </Base.Root>
  );
}
