import { useEffect, useId, useRef, useState, type ClipboardEvent, type DragEvent, type KeyboardEvent } from 'react';
import { continuedList, differenceOf, markdownEdit, pastedLink, type Edited } from '../browser/markdown-edits.ts';
import { MarkdownPreview, choosePreview, isRoomForPreview, paneHeight, previewChosen } from './MarkdownPreview.tsx';
import { Button } from '../../ui/Button.tsx';
import { cn } from '../../ui/cn.ts';
import { Field, Textarea } from '../../ui/forms/Field.tsx';
import { useTitleCompletion } from './use-title-completion.tsx';
import { editOfKey, MarkdownToolbar } from './MarkdownToolbar.tsx';
import { editedIn as now, usePictures, type Sending } from './use-pictures.ts';

type Props = {
  value: string;
  error: string | undefined;
  /** `byPicture`: the change is not typing, but a picture that was uploaded or failed. */
  onChange: (text: string, byPicture: boolean) => void;
  /** How many pictures of the text are being uploaded. */
  sending: number;
  onSending: (name: string, now: Sending) => void;
};

/** The types that the file picker offers; the server checks the bytes. */
const pictureTypes = 'image/png,image/jpeg,image/gif,image/webp,image/avif';
const picturesIn = (data: DataTransfer) => [...data.files].filter(({ type }) => pictureTypes.split(',').includes(type));

const previewKey = 'Ctrl+Shift+E or ⌘+Shift+E';

/**
 * The text of a note. Buttons, and Ctrl or Cmd with B, I, K, E, format the selection; a pasted link turns the selection into
 * a link; pictures that are pasted, dropped or chosen are uploaded and inserted at the caret; `[[` completes titles of the
 * author's notes; Enter continues a list. Ctrl or Cmd with Shift and E opens the preview, which scrolls along beside the text
 * or, on narrow screens, replaces it.
 */
export function MarkdownField({ value, error, onChange, sending, onSending }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const area = () => root.current?.querySelector('textarea');
  const previewId = useId();
  const [preview, setPreview] = useState(() => (previewChosen() ? { asked: false } : undefined));
  const [back, setBack] = useState(0);
  const picker = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (back > 0) root.current?.querySelector('textarea')?.focus();
  }, [back]);

  /** After a keyboard shortcut, the focus moves into a preview that replaces the text, and back when it closes. */
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
    field.focus();
    // Without a difference there would be nothing to delete, and `delete` would remove the character before the caret.
    if (field.value === next.text) return field.setSelectionRange(next.from, next.to);
    const { start, end, between } = differenceOf(field.value, next.text);
    field.setSelectionRange(start, end);
    // Inserts like typing, so that the browser can undo it; otherwise sets the value.
    const typed = between ? document.execCommand('insertText', false, between) : document.execCommand('delete');
    // Immediately: somebody who types fast enters the next letter before the next frame.
    if (typed) return field.setSelectionRange(next.from, next.to);
    onChange(next.text, false);
    requestAnimationFrame(() => field.setSelectionRange(next.from, next.to));
  }

  const titles = useTitleCompletion(apply);
  const { show, change } = usePictures({ area, apply, onChange, onSending });

  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (titles.press(event)) return;
    if (event.altKey || event.shiftKey || event.nativeEvent.isComposing) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const next = event.key === 'Enter' && !isCommand ? continuedList(now(event.currentTarget)) : undefined;
    if (next) {
      event.preventDefault();
      apply(next);
    }
    if (!isCommand) return;
    const edit = editOfKey(event.key.toLowerCase());
    if (!edit) return;
    event.preventDefault();
    apply(markdownEdit(edit, now(event.currentTarget)));
  }

  function drop(event: DragEvent<HTMLTextAreaElement>) {
    const pictures = picturesIn(event.dataTransfer);
    if (pictures.length === 0) return;
    event.preventDefault();
    void show(pictures);
  }

  function paste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const pictures = picturesIn(event.clipboardData);
    // What is copied from a page or a table has a text too, which is pasted instead.
    if (pictures.length > 0 && event.clipboardData.getData('text/plain') === '') {
      event.preventDefault();
      return void show(pictures);
    }
    const linked = pastedLink(now(event.currentTarget), event.clipboardData.getData('text/plain'));
    if (!linked) return;
    event.preventDefault();
    apply(linked);
  }

  function scrollAlong(field: HTMLTextAreaElement) {
    const box = document.getElementById(previewId);
    const share = field.scrollTop / Math.max(1, field.scrollHeight - field.clientHeight);
    box?.scrollTo(0, share * (box.scrollHeight - box.clientHeight));
  }

  const bar = (
    <div className="sticky top-0 z-10 -mx-1 flex items-center gap-2 bg-page px-1 py-1.5">
      <MarkdownToolbar
        className={cn('-ms-2', preview && 'max-lg:hidden')}
        onEdit={(edit) => {
          const field = area();
          if (field) apply(markdownEdit(edit, now(field)));
        }}
        onPicture={() => picker.current?.click()}
      />
      <input
        ref={picker}
        type="file"
        accept={pictureTypes}
        multiple
        hidden
        data-pictures
        onChange={({ target }) => {
          void show([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <Button
        size="xs"
        variant={preview ? 'soft' : 'outline'}
        color={preview ? 'primary' : 'neutral'}
        className="ms-auto flex-none"
        aria-pressed={preview !== undefined}
        aria-controls={preview && previewId}
        aria-keyshortcuts="Control+Shift+E Meta+Shift+E"
        title={`Preview (${previewKey})`}
        onClick={() => togglePreview(false)}
      >
        <svg
          viewBox="0 0 24 24"
          aria-hidden="true"
          fill="none"
          stroke="currentColor"
          strokeWidth={2}
          className="size-4.5 sm:hidden"
        >
          <path d="M2 12c3-5.3 6.3-7 10-7s7 1.7 10 7c-3 5.3-6.3 7-10 7s-7-1.7-10-7zM15 12a3 3 0 1 1-6 0a3 3 0 0 1 6 0z" />
        </svg>
        <span className="max-sm:sr-only">Preview</span>
      </Button>
    </div>
  );
  // On narrow screens the preview replaces the text.
  const aside = preview && 'max-lg:hidden';
  const hint = (
    <span className={cn(aside)}>
      <span role="status">{sending > 0 && `Sending ${sending === 1 ? 'the picture' : `${sending} pictures`} … `}</span>
      Markdown: headings, lists, tables, code and footnotes. [[ links to a note of yours.
    </span>
  );

  return (
    <div ref={root} className="grid grid-cols-1 gap-1" onKeyDown={pressAnywhere} data-preview={preview && ''}>
      {bar}
      <div className={cn('grid items-start gap-x-6 gap-y-2', preview && 'lg:grid-cols-2')}>
        <div className="min-w-0">
          <Field label="Text" isLabelHidden hint={hint} error={error}>
            {(control) => (
              <div className={cn('relative grid', aside)}>
                <Textarea
                  {...control}
                  {...titles.control}
                  value={value}
                  onChange={(event) => change(event.target)}
                  onSelect={(event) => titles.look(event.currentTarget)}
                  onKeyDown={press}
                  onBlur={titles.leave}
                  onPaste={paste}
                  onScroll={(event) => scrollAlong(event.currentTarget)}
                  onDrop={drop}
                  dir="auto"
                  placeholder="What’s worth keeping? What do you make of it?"
                  className={cn(
                    'min-h-[max(14rem,calc(100dvh-29rem))] px-5 py-4 font-mono text-[0.9375rem]',
                    preview && `${paneHeight} lg:field-sizing-fixed lg:resize-none`,
                  )}
                />
                {titles.list}
              </div>
            )}
          </Field>
        </div>
        {preview && <MarkdownPreview id={previewId} text={value} takesFocus={preview.asked && !isRoomForPreview()} />}
      </div>
    </div>
  );
}
