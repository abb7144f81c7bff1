import { useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { fieldError } from '../../platform/browser/api.ts';
import { isBlank, mayBecomeAddress, typedAddress } from '../browser/note-fields.ts';
import { useCapture } from '../browser/use-capture.ts';
import { LinkField } from './LinkField.tsx';
import { endsHere, type EditorStart } from '../browser/editor-state.ts';
import { useSaveAfterPictures } from './use-pictures.ts';
import { useNoteEditor } from '../browser/use-note-editor.ts';
import { isPublished } from '../../notes/model/note-access.ts';
import { Button } from '../../ui/Button.tsx';
import { cn } from '../../ui/cn.ts';
import { Field, Input } from '../../ui/forms/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Switch } from '../../ui/forms/Choices.tsx';
import { IconPicker } from '../../notes/views/IconPicker.tsx';
import { Audience } from './Audience.tsx';
import { MarkdownField } from './MarkdownField.tsx';
import { NoteConflict, SaveFailure, KeptForLater, RestoredDraft } from './SaveOutcome.tsx';
import { SavedNote } from './SavedNote.tsx';
import { TagsInput } from './TagsInput.tsx';

/** The form of one note. Ctrl or Cmd with Enter saves it. `isGone`: the note was deleted, and only a draft of it remains. */
export function NoteEditor({ isGone = false, ...start }: EditorStart & { isGone?: boolean }) {
  const form = useRef<HTMLFormElement>(null);
  const editor = useNoteEditor(start);
  const { state } = editor;
  const savedUrl = start.base ? start.saved.url : '';
  const { fields, failure, conflict, elsewhere, setAside } = state;
  const capture = useCapture(start.base ? '' : start.saved.url, editor.fill);
  // A new note starts with a single field; the other fields appear depending on what is typed.
  const [begun, setBegun] = useState(() => Boolean(start.base) || !isBlank(fields));
  const [linked, setLinked] = useState(false);
  const [hasExtras] = useState(() => Boolean(fields.icon ?? fields.noModel));
  const { change, ...pictures } = useSaveAfterPictures(fields.body, editor.save, editor.change);
  const errorOf = (field: string) => fieldError(failure, field);

  /** The pressed button disappears, so the first field gets the focus. */
  function begin(show: () => void) {
    show();
    setTimeout(() => form.current?.querySelector('input')?.focus());
  }

  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (begun || !takeAddress(fields.title)) form.current?.requestSubmit();
  }

  /** Moves an address from the first field to the link of the note; false if the field has something else. */
  function takeAddress(typed: string): boolean {
    const url = typedAddress(typed);
    if (url === undefined) return false;
    change({ url, title: '' });
    setBegun(true);
    capture.look(url);
    return true;
  }

  /** The field stays open while one link is replaced by another. */
  function changeLink(url: string) {
    setLinked(true);
    change({ url });
  }

  function typeTitle(title: string) {
    change({ title });
    if (!mayBecomeAddress(title)) setBegun(true);
  }

  function pasteTitle(event: ClipboardEvent<HTMLInputElement>) {
    if (begun || fields.title.trim() !== '') return;
    const pasted = event.clipboardData.getData('text/plain');
    if (takeAddress(pasted)) event.preventDefault();
    else if (pasted.trim().includes('\n')) {
      // A title is one line, so several lines become the text.
      event.preventDefault();
      change({ body: pasted });
      setBegun(true);
    }
  }

  function pressInTitle(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!begun && takeAddress(event.currentTarget.value)) return;
    setBegun(true);
    setTimeout(() => form.current?.querySelector('textarea')?.focus());
  }

  if (state.stage === 'saved' && state.stored && endsHere(start, state.stored.note))
    return <SavedNote {...state.stored} />;
  if (state.stage === 'kept for later')
    return <KeptForLater about={start.base?.uuid ?? start.draftId} title={fields.title.trim()} />;
  return (
    <form
      ref={form}
      noValidate
      className="grid grid-cols-1 gap-5"
      onKeyDown={press}
      onSubmit={(event) => {
        event.preventDefault();
        pictures.save();
      }}
    >
      {state.restored && <RestoredDraft body={fields.body} isGone={isGone} onDiscard={editor.discard} />}
      {setAside && (
        <Notice title={setAside.whose === 'mine' ? 'You’re using the other version' : 'You kept your version'}>
          <Button size="xs" variant="outline" color="neutral" className="justify-self-start" onClick={editor.bringBack}>
            {setAside.whose === 'mine' ? 'Bring mine back' : 'Bring theirs back'}
          </Button>
        </Notice>
      )}
      {conflict && (
        <NoteConflict
          kind={state.written ? 'sent' : 'saved'}
          mine={fields}
          theirs={conflict}
          at={conflict.updatedAt}
          busy={editor.busy || pictures.waits}
          onKeepMine={() => pictures.save(editor.keepMine)}
          onTakeTheirs={editor.takeTheirs}
        />
      )}
      {!conflict && elsewhere && (
        <NoteConflict
          kind="typed"
          mine={fields}
          theirs={elsewhere.fields}
          at={elsewhere.savedAt}
          busy={false}
          onKeepMine={() => editor.chooseDraft('mine')}
          onTakeTheirs={() => editor.chooseDraft('theirs')}
        />
      )}
      {(fields.url !== '' || linked) && (
        <LinkField url={fields.url} saved={savedUrl} error={errorOf('url')} capture={capture} onChange={changeLink} />
      )}
      <div className="grid gap-2">
        <Field label={begun ? 'Title' : 'Link or title'} isLabelHidden error={errorOf('title')}>
          {(control) => (
            <Input
              {...control}
              value={fields.title}
              onChange={(event) => typeTitle(event.target.value)}
              onPaste={pasteTitle}
              onKeyDown={pressInTitle}
              onBlur={(event) => begun || takeAddress(event.target.value)}
              dir="auto"
              placeholder={begun ? 'Title' : 'Paste a link or type a title'}
              autoComplete="off"
              // The page exists for this field, so people expect to type here.
              autoFocus={!start.base}
              required
              className="h-14 font-display text-xl font-semibold placeholder:font-normal sm:text-2xl"
            />
          )}
        </Field>
        {!begun && (
          <p className="m-0 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
            {!errorOf('title') && 'A link shows its page; anything else starts a note of your own.'}
            <Button
              size="xs"
              variant="ghost"
              color="primary"
              className="-mx-3 text-start"
              onClick={() => begin(() => setBegun(true))}
            >
              Write without a link
            </Button>
          </p>
        )}
        {begun && fields.url === '' && !linked && (
          <Button
            size="xs"
            variant="ghost"
            color="neutral"
            className="-ms-2.5 justify-self-start"
            onClick={() => begin(() => setLinked(true))}
          >
            Add a link
          </Button>
        )}
      </div>
      {begun && (
        <>
          <MarkdownField
            value={fields.body}
            error={errorOf('body')}
            onChange={(body, byPicture) => (byPicture ? editor.change({ body }) : change({ body }))}
            sending={pictures.sending}
            onSending={pictures.onSending}
          />
          <TagsInput
            tags={fields.tags}
            text={fields.tagText}
            error={errorOf('tags')}
            about={{ title: fields.title, text: fields.body }}
            onChange={(tags, tagText) => change({ tags, tagText })}
          />
          <details open={hasExtras}>
            <summary className="inline-flex min-h-11 cursor-pointer items-center text-[0.9375rem] text-muted hover:text-ink">
              Icon and AI
            </summary>
            <div className="grid gap-4 pt-2">
              <IconPicker value={fields.icon} error={errorOf('icon')} onChange={(icon) => change({ icon })} />
              <Switch checked={fields.noModel ?? false} onChange={(noModel) => change({ noModel })}>
                <span className="font-medium">Keep language models away from this note.</span>{' '}
                <span className="text-sm text-muted">
                  No key points, answers or search by meaning will come from them.
                </span>
              </Switch>
            </div>
          </details>
          <div className="sticky bottom-0 z-20 -mx-[clamp(1.125rem,4vw,2rem)] grid gap-2 border-t border-line bg-page px-[clamp(1.125rem,4vw,2rem)] lg:-mx-1 lg:px-1 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
            {failure && (
              <SaveFailure failure={failure} onSaveAsNew={start.base && (() => pictures.save(editor.saveAsNew))} />
            )}
            <div data-bottom-bar className="flex flex-wrap items-center gap-3">
              <Audience value={fields.visibility} onChange={(visibility) => change({ visibility })} />
              <span
                className={cn(
                  'min-w-0 flex-1 text-sm text-muted max-md:basis-full',
                  !pictures.waits && state.kept !== 'nowhere' && 'max-md:sr-only',
                )}
              >
                <span role="status">{pictures.waits && 'Waiting for the picture…'}</span>
                {!pictures.waits && (state.kept === 'nowhere' || editor.changed) && keptInWords[state.kept]}
              </span>
              <Button
                type="submit"
                loading={editor.busy || pictures.waits}
                className="flex-none"
                title="Ctrl+Enter or ⌘+Enter"
              >
                {isPublished(fields) ? 'Publish' : 'Save'}
              </Button>
            </div>
          </div>
        </>
      )}
    </form>
  );
}

const keptInWords = {
  server: 'Draft saved on this device and online.',
  device: 'Draft saved on this device.',
  nowhere: 'Drafts can’t be stored on this device. Save before you leave.',
};
