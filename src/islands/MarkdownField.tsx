import { useRef, type ClipboardEvent, type KeyboardEvent } from 'react';
import { differenceOf, markdownEdit, pastedLink, type Edited, type MarkdownEdit } from '../client/markdown-edits.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Textarea } from '../ui/Textarea.tsx';

type Props = { value: string; error: string | undefined; onChange: (text: string) => void };

const tools: { edit: MarkdownEdit; label: string; face: string; key?: string }[] = [
  { edit: 'bold', label: 'Bold', face: 'B', key: 'b' },
  { edit: 'italic', label: 'Italic', face: 'I', key: 'i' },
  { edit: 'link', label: 'Make a link', face: 'Link', key: 'k' },
  { edit: 'quote', label: 'Quote', face: 'Quote' },
  { edit: 'list', label: 'List', face: 'List' },
  { edit: 'code', label: 'Code', face: 'Code', key: 'e' },
];

/** The text of a note: buttons and Ctrl or Cmd with B, I, K, E mark what is selected; a link pasted over words links them. */
export function MarkdownField({ value, error, onChange }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const area = () => root.current?.querySelector('textarea');

  function apply(next: Edited) {
    const field = area();
    if (!field) return;
    const { start, end, between } = differenceOf(field.value, next.text);
    field.focus();
    field.setSelectionRange(start, end);
    // Typed in as a person would, so that undoing takes it back; where a browser cannot, it is put.
    const typed = between ? document.execCommand('insertText', false, between) : document.execCommand('delete');
    if (!typed) onChange(next.text);
    requestAnimationFrame(() => field.setSelectionRange(next.from, next.to));
  }

  const now = (field: HTMLTextAreaElement): Edited => ({
    text: field.value,
    from: field.selectionStart,
    to: field.selectionEnd,
  });

  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.nativeEvent.isComposing) return;
    const tool = tools.find(({ key }) => key === event.key.toLowerCase());
    if (!tool) return;
    event.preventDefault();
    apply(markdownEdit(tool.edit, now(event.currentTarget)));
  }

  function paste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const linked = pastedLink(now(event.currentTarget), event.clipboardData.getData('text/plain'));
    if (!linked) return;
    event.preventDefault();
    apply(linked);
  }

  return (
    <div ref={root} className="grid gap-2">
      <Field label="Text" hint="Markdown: headings, lists, tables, code and footnotes." error={error}>
        {(control) => (
          <Textarea
            {...control}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={press}
            onPaste={paste}
            dir="auto"
            className="min-h-72 font-mono text-[0.9375rem]"
          />
        )}
      </Field>
      <div role="group" aria-label="Mark what is selected" className="flex flex-wrap gap-1">
        {tools.map(({ edit, label, face, key }) => (
          <Button
            key={edit}
            size="xs"
            variant="ghost"
            color="neutral"
            aria-label={label}
            title={key ? `${label} (Ctrl or ⌘ with ${key.toUpperCase()})` : label}
            onClick={() => {
              const field = area();
              if (field) apply(markdownEdit(edit, now(field)));
            }}
          >
            {face}
          </Button>
        ))}
      </div>
    </div>
  );
}
