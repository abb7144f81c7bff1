import { useEffect, useId, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { differenceOf, markdownEdit, pastedLink, type Edited, type MarkdownEdit } from '../browser/markdown-edits.ts';
import { MarkdownPreview, choosePreview, isRoomForPreview, previewChosen } from './MarkdownPreview.tsx';
import { Button } from '../../ui/Button.tsx';
import { cn } from '../../ui/cn.ts';
import { Field } from '../../ui/forms/Field.tsx';
import { Textarea } from '../../ui/forms/Input.tsx';
import { useTitleCompletion } from './use-title-completion.tsx';
import { Toolbar } from '../../ui/Toolbar.tsx';

type Props = { value: string; error: string | undefined; onChange: (text: string) => void };

const tools: { edit: MarkdownEdit; label: string; face: string; key?: string }[] = [
  { edit: 'bold', label: 'Bold', face: 'B', key: 'b' },
  { edit: 'italic', label: 'Italic', face: 'I', key: 'i' },
  { edit: 'link', label: 'Make a link', face: 'Link', key: 'k' },
  { edit: 'quote', label: 'Quote', face: 'Quote' },
  { edit: 'list', label: 'List', face: 'List' },
  { edit: 'code', label: 'Code', face: 'Code', key: 'e' },
];

const previewKey = 'Ctrl or ⌘ with Shift and E';

/**
 * The text of a note: buttons and Ctrl or Cmd with B, I, K, E mark what is selected; a link pasted over words links
 * them; `[[` offers the titles of one's notes; Ctrl or Cmd with Shift and E shows the preview, beside the text where there is room, else in its place.
 */
export function MarkdownField({ value, error, onChange }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const area = () => root.current?.querySelector('textarea');
  const previewId = useId();
  const [preview, setPreview] = useState(() => (previewChosen() ? { asked: false } : undefined));
  const [back, setBack] = useState(0);
  useEffect(() => {
    if (back > 0) root.current?.querySelector('textarea')?.focus();
  }, [back]);

  /** Whoever asks by keys goes on by keys: in the preview where it stands alone, and in the text after it. */
  function togglePreview(byKeys: boolean) {
    choosePreview(!preview);
    setPreview(preview ? undefined : { asked: byKeys });
    if (preview && byKeys) setBack(back + 1);
  }

  function pressAnywhere(event: KeyboardEvent) {
    if (!(event.ctrlKey || event.metaKey) || !event.shiftKey || event.altKey || event.key.toLowerCase() !== 'e') return;
    event.preventDefault();
    togglePreview(true);
  }

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

  const titles = useTitleCompletion(apply);
  const now = (field: HTMLTextAreaElement): Edited => ({
    text: field.value,
    from: field.selectionStart,
    to: field.selectionEnd,
  });

  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (titles.press(event)) return;
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

  const bar = (
    <div className="sticky top-0 z-10 flex flex-wrap items-center gap-1 bg-page py-1">
      <Toolbar
        label="Mark what is selected"
        className={cn('-ms-2', preview && 'max-lg:hidden')}
        tools={tools.map(({ edit, label, face, key }) => ({
          label,
          face,
          title: key ? `${label} (Ctrl or ⌘ with ${key.toUpperCase()})` : label,
          onPress: () => {
            const field = area();
            if (field) apply(markdownEdit(edit, now(field)));
          },
        }))}
      />
      <Button
        size="xs"
        variant={preview ? 'soft' : 'outline'}
        color={preview ? 'primary' : 'neutral'}
        className="ms-auto"
        aria-pressed={preview !== undefined}
        aria-controls={preview && previewId}
        aria-keyshortcuts="Control+Shift+E Meta+Shift+E"
        title={`Preview (${previewKey})`}
        onClick={() => togglePreview(false)}
      >
        Preview
      </Button>
    </div>
  );
  // Where there is no room beside it, the preview stands in the place of the text.
  const aside = preview && 'max-lg:hidden';
  const hint = (
    <span className={cn(aside)}>
      Markdown: headings, lists, tables, code and footnotes. [[ links to a note of yours.
    </span>
  );

  return (
    <div
      ref={root}
      className={cn('grid items-start gap-x-6 gap-y-2', preview && 'lg:grid-cols-2')}
      onKeyDown={pressAnywhere}
      data-preview={preview && ''}
    >
      <div className="min-w-0">
        <Field label="Text" hint={hint} error={error}>
          {(control) => (
            <>
              {bar}
              <div className={cn('relative grid', aside)}>
                <Textarea
                  {...control}
                  {...titles.control}
                  value={value}
                  onChange={(event) => onChange(event.target.value)}
                  onSelect={(event) => titles.look(event.currentTarget)}
                  onKeyDown={press}
                  onBlur={titles.leave}
                  onPaste={paste}
                  dir="auto"
                  className="min-h-72 font-mono text-[0.9375rem]"
                />
                {titles.list}
              </div>
            </>
          )}
        </Field>
      </div>
      {preview && <MarkdownPreview id={previewId} text={value} takesFocus={preview.asked && !isRoomForPreview()} />}
    </div>
  );
}
