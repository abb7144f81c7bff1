import type { ReactNode } from 'react';
import { Toolbar as Base } from '@base-ui/react/toolbar';
import { Button } from '../../ui/Button.tsx';
import { cn } from '../../ui/cn.ts';
import type { MarkdownEdit } from '../browser/markdown-edits.ts';

type ToolButton = { label: string; face: ReactNode; title: string; onPress: () => void };

/** A row of buttons that is one stop of the Tab key; arrow keys move between them. */
function Toolbar({ label, tools, className }: { label: string; tools: readonly ToolButton[]; className?: string }) {
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

type Tool = { edit: MarkdownEdit | 'picture'; label: string; drawing: string; key?: string };

/** The drawings are Lucide's (ISC licence, © Lucide Icons and Contributors), 24 units wide and high. */
const tools: readonly Tool[] = [
  {
    edit: 'bold',
    label: 'Bold',
    key: 'b',
    drawing: 'M6 12h9a4 4 0 0 1 0 8H7a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1h7a4 4 0 0 1 0 8',
  },
  { edit: 'italic', label: 'Italic', key: 'i', drawing: 'M19 4h-9m4 16H5M15 4L9 20' },
  { edit: 'heading', label: 'Heading', drawing: 'M6 12h12M6 20V4m12 16V4' },
  {
    edit: 'link',
    label: 'Make a link',
    key: 'k',
    drawing:
      'M10 13a5 5 0 0 0 7.54.54l3-3a5 5 0 0 0-7.07-7.07l-1.72 1.71M14 11a5 5 0 0 0-7.54-.54l-3 3a5 5 0 0 0 7.07 7.07l1.71-1.71',
  },
  {
    edit: 'quote',
    label: 'Quote',
    drawing:
      'M16 3a2 2 0 0 0-2 2v6a2 2 0 0 0 2 2a1 1 0 0 1 1 1v1a2 2 0 0 1-2 2a1 1 0 0 0-1 1v2a1 1 0 0 0 1 1a6 6 0 0 0 6-6V5a2 2 0 0 0-2-2zM5 3a2 2 0 0 0-2 2v6a2 2 0 0 0 2 2a1 1 0 0 1 1 1v1a2 2 0 0 1-2 2a1 1 0 0 0-1 1v2a1 1 0 0 0 1 1a6 6 0 0 0 6-6V5a2 2 0 0 0-2-2z',
  },
  { edit: 'list', label: 'List', drawing: 'M3 5h.01M3 12h.01M3 19h.01M8 5h13M8 12h13M8 19h13' },
  { edit: 'code', label: 'Code', key: 'e', drawing: 'm16 18l6-6l-6-6M8 6l-6 6l6 6' },
  {
    edit: 'picture',
    label: 'Add a picture',
    drawing:
      'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM11 9a2 2 0 1 1-4 0a2 2 0 0 1 4 0zM21 15l-3.086-3.086a2 2 0 0 0-2.828 0L6 21',
  },
  {
    edit: 'table',
    label: 'Table',
    drawing: 'M12 3v18M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM3 9h18M3 15h18',
  },
];

/** The formatting of a key together with Ctrl or Cmd. */
export const editOfKey = (pressed: string): MarkdownEdit | undefined =>
  tools.map(({ edit, key }) => (key === pressed && edit !== 'picture' ? edit : undefined)).find(Boolean);

type Props = { className: string; onEdit: (edit: MarkdownEdit) => void; onPicture: () => void };

/** Buttons that format the selection, or insert something. */
export function MarkdownToolbar({ className, onEdit, onPicture }: Props) {
  return (
    <Toolbar
      label="Formatting"
      className={className}
      tools={tools.map(({ edit, label, drawing, key }) => ({
        label,
        face: (
          <svg
            viewBox="0 0 24 24"
            aria-hidden="true"
            fill="none"
            stroke="currentColor"
            strokeWidth={2}
            strokeLinecap="round"
            strokeLinejoin="round"
            className="size-4.5"
          >
            <path d={drawing} />
          </svg>
        ),
        title: key ? `${label} (Ctrl+${key.toUpperCase()} or ⌘+${key.toUpperCase()})` : label,
        onPress: () => (edit === 'picture' ? onPicture() : onEdit(edit)),
      }))}
    />
  );
}
