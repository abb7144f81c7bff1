import { useRef, useSyncExternalStore, type KeyboardEvent } from 'react';
import { fieldError } from '../../platform/browser/api.ts';
import { visibilities } from '../browser/note-fields.ts';
import { useCapture } from '../browser/use-capture.ts';
import type { EditorStart } from '../browser/editor-state.ts';
import { useNoteEditor } from '../browser/use-note-editor.ts';
import { isPublished } from '../../notes/model/note-access.ts';
import type { Visibility } from '../../notes/model/note.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Input, Select } from '../../ui/forms/Input.tsx';
import { Switch } from '../../ui/forms/Switch.tsx';
import { IconPicker } from '../../notes/views/IconPicker.tsx';
import { CaptureNews } from './CaptureNews.tsx';
import { MarkdownField } from './MarkdownField.tsx';
import { NoteConflict, SaveFailure } from './NoteConflict.tsx';
import { TagsInput } from './TagsInput.tsx';
import { paths } from '../../platform/model/paths.ts';
import { outbox } from '../../people/browser/outbox.ts';

/** The form of one note. Ctrl or Cmd with Enter saves from anywhere in it. */
export function NoteEditor(start: EditorStart) {
  const form = useRef<HTMLFormElement>(null);
  const editor = useNoteEditor(start);
  const { state, change } = editor;
  const { fields, failure, conflict, elsewhere, setAside } = state;
  const capture = useCapture(start.base ? '' : start.saved.url, editor.fill);
  const errorOf = (field: string) => fieldError(failure, field);

  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    form.current?.requestSubmit();
  }

  if (state.stage === 'kept for later')
    return <KeptForLater about={start.base?.uuid ?? start.draftId} title={fields.title.trim()} />;
  return (
    <form
      ref={form}
      noValidate
      className="grid gap-6"
      onKeyDown={press}
      onSubmit={(event) => {
        event.preventDefault();
        void editor.save();
      }}
    >
      {state.restored && (
        <Notice title="What you had not saved is back">
          <Button size="xs" variant="outline" color="neutral" className="justify-self-start" onClick={editor.discard}>
            Discard it
          </Button>
        </Notice>
      )}
      {setAside && (
        <Notice title={setAside.whose === 'mine' ? 'You took the other version' : 'You kept your version'}>
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
          busy={editor.busy}
          onKeepMine={editor.keepMine}
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
      <Field label="Title" error={errorOf('title')}>
        {(control) => (
          <Input
            {...control}
            value={fields.title}
            onChange={(event) => change({ title: event.target.value })}
            dir="auto"
            autoComplete="off"
            required
            className="h-13 font-serif text-xl font-semibold"
          />
        )}
      </Field>
      <Field label="Link (optional)" hint="The page that this note is about." error={errorOf('url')}>
        {(control) => (
          <Input
            {...control}
            type="url"
            inputMode="url"
            value={fields.url}
            onChange={(event) => change({ url: event.target.value })}
            onPaste={(event) => capture.pasted(event.currentTarget)}
            onBlur={(event) => capture.look(event.target.value)}
            placeholder="https://"
            autoComplete="off"
          />
        )}
      </Field>
      <CaptureNews capture={capture} />
      <MarkdownField value={fields.body} error={errorOf('body')} onChange={(body) => change({ body })} />
      <TagsInput
        tags={fields.tags}
        text={fields.tagText}
        error={errorOf('tags')}
        about={{ title: fields.title, text: fields.body }}
        onChange={(tags, tagText) => change({ tags, tagText })}
      />
      <IconPicker value={fields.icon} error={errorOf('icon')} onChange={(icon) => change({ icon })} />
      <Field label="Who can read it" hint={visibilities[fields.visibility].means} error={errorOf('visibility')}>
        {(control) => (
          <Select
            {...control}
            value={fields.visibility}
            onChange={(event) => change({ visibility: event.target.value as Visibility })}
          >
            {Object.entries(visibilities).map(([value, { label }]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Switch checked={fields.noModel ?? false} onChange={(noModel) => change({ noModel })}>
        <span className="font-medium">No language model reads this note</span>{' '}
        <span className="text-sm text-muted">for its key points, for answers, or to find it by its meaning</span>
      </Switch>
      {failure && <SaveFailure failure={failure} onSaveAsNew={start.base && (() => void editor.saveAsNew())} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" size="md" loading={editor.busy}>
          {isPublished(fields) ? 'Publish' : 'Save'}
        </Button>
        <span className="text-sm text-muted">
          {keptInWords[state.kept]}
          <span className="max-sm:hidden"> Ctrl or ⌘ with Enter saves.</span>
        </span>
      </div>
    </form>
  );
}

/** In the place of the form, once what it held is kept to be saved later; says so when it is. */
function KeptForLater({ about, title }: { about: string; title: string }) {
  const { unsent } = useSyncExternalStore(outbox.subscribe, outbox.getSnapshot);
  const waits = unsent.some((one) => one.about === about);
  return (
    <Notice title={waits ? 'Kept on this device' : 'Saved'}>
      <span>
        “<bdi>{title}</bdi>”{' '}
        {waits
          ? 'will be saved as soon as the server can be reached. You can leave this page; come back once you are online.'
          : 'is saved.'}
      </span>
      <span className="flex flex-wrap gap-2">
        <Button size="xs" variant="outline" color="neutral" href={paths.write}>
          Write another
        </Button>
        <Button size="xs" variant="ghost" color="neutral" href={paths.user}>
          My library
        </Button>
      </span>
    </Notice>
  );
}

const keptInWords = {
  server: 'What you typed is kept here and on the server until you save it.',
  device: 'What you type is kept on this device until it is saved.',
  nowhere: 'This device keeps no drafts: save before you leave.',
};
