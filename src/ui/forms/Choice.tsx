import { CSPProvider } from '@base-ui/react/csp-provider';
import { Select as Base } from '@base-ui/react/select';
import { useRef, type ReactNode } from 'react';
import { cn } from '../cn.ts';
import { control } from './control.ts';
import { Glyph } from '../Glyph.tsx';
import { fade, option, surface } from '../surface.ts';

export type ChoiceOption = { value: string; label: string; description?: ReactNode; disabled?: boolean };

type Props = {
  label: string;
  options: readonly ChoiceOption[];
  value: string;
  onChange: (value: string) => void;
  disabled?: boolean;
};

/** A select whose options say more than a word. Forms use the platform's own, `Select`. */
export function Choice({ label, options, value, onChange, disabled = false }: Props) {
  // The list stands beside its button, so that it belongs to the same landmark of the page.
  const place = useRef<HTMLSpanElement>(null);
  return (
    // The policy of the site allows no style element, and the list shows its scrollbar.
    <CSPProvider disableStyleElements>
      <Base.Root
        items={options.map(({ value: of, label: shown }) => ({ value: of, label: shown }))}
        value={value}
        onValueChange={(next) => next !== null && onChange(next)}
        disabled={disabled}
        modal={false}
      >
        <Base.Trigger
          aria-label={label}
          className={cn(
            control(),
            'flex cursor-pointer items-center justify-between gap-2 text-start data-disabled:bg-sunken data-disabled:text-muted',
          )}
        >
          <Base.Value className="truncate" />
          <Base.Icon>
            <Glyph name="chevron" className="size-4 text-muted" />
          </Base.Icon>
        </Base.Trigger>
        <span ref={place} className="contents" />
        <Base.Portal container={place}>
          <Base.Positioner
            positionMethod="fixed"
            alignItemWithTrigger={false}
            sideOffset={6}
            className="z-50 outline-none"
          >
            <Base.Popup
              className={cn(surface, fade, 'max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto p-1.5')}
            >
              {options.map((one) => (
                <Base.Item
                  key={one.value}
                  value={one.value}
                  disabled={one.disabled}
                  className={cn(option, 'justify-between')}
                >
                  <span className="grid py-1">
                    <Base.ItemText>{one.label}</Base.ItemText>
                    {one.description && <span className="text-sm text-muted">{one.description}</span>}
                  </span>
                  <Base.ItemIndicator>
                    <Glyph name="check" className="size-4 text-primary" />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}
