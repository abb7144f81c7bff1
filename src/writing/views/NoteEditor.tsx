import { useRef, type KeyboardEvent } from 'react';
import { fieldError, sentenceFor } from '../../platform/browser/api.ts';
import { visibilities } from '../browser/note-fields.ts';
import { useCapture, type CapturedPage, type CaptureState } from '../browser/use-capture.ts';
import type { EditorStart } from '../browser/editor-state.ts';
import { useNoteEditor } from '../browser/use-note-editor.ts';
import { isPublished } from '../../notes/model/note-access.ts';
import type { Visibility } from '../../notes/model/note.ts';
import { Button, Spinner } from '../../ui/Button.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Input, Select } from '../../ui/forms/Input.tsx';
import { Switch } from '../../ui/forms/Switch.tsx';
import { IconPicker } from '../../notes/views/IconPicker.tsx';
import { MarkdownField } from './MarkdownField.tsx';
import { NoteConflict, SaveFailure } from './NoteConflict.tsx';
import { TagsInput } from './TagsInput.tsx';
import { failureInWords, noCopyInWords } from '../../capture/model/capture-words.ts';
import { countedOf } from '../../platform/model/counted.ts';
import { paths } from '../../platform/model/paths.ts';

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
      {start.base && start.saved.url && (
        <p className="-mt-3 mb-0 text-sm">
          <a href={paths.copy(start.base.uuid)} className="text-primary underline">
            Read your copy of this page
          </a>
        </p>
      )}
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

const keptInWords = {
  server: 'What you typed is kept here and on the server until you save it.',
  device: 'What you type is kept on this device until it is saved.',
  nowhere: 'This device keeps no drafts: save before you leave.',
};

/** What became of reading the page of a link, and who saved it before. Whatever it says, the link can be saved. */
function CaptureNews({ capture: { busy, answer } }: { capture: CaptureState }) {
  const before = answer?.ok ? answer.data.before : undefined;
  return (
    // While there is nothing to say, it has no place among the fields, and adds no room between them.
    <div className="-mt-3 grid gap-3 has-[>:empty:only-child]:absolute">
      <p role="status" className="m-0 flex items-center gap-2 text-sm text-muted empty:hidden">
        {busy ? (
          <>
            <Spinner /> Reading the page. You can go on writing.
          </>
        ) : (
          answer &&
          (answer.ok ? newsOf(answer.data) : `${sentenceFor(answer, new Date())} The link can be saved all the same.`)
        )}
      </p>
      {before && before.own.length > 0 && (
        <Notice title="You saved this link before">
          <BeforeList notes={before.own} />
        </Notice>
      )}
      {before && before.everyones.length > 0 && (
        <Notice title="Saved before: discuss it there">
          <BeforeList notes={before.everyones} />
          <span className="text-sm text-muted">Or go on, if you have something of your own to say about it.</span>
        </Notice>
      )}
    </div>
  );
}

function newsOf({ page, failure, copy }: CapturedPage): string {
  if (!page) return failure ? failureInWords[failure] : '';
  const from = page.site ? ` from ${page.site}` : '';
  if (copy !== 'kept') return `Read${from}. ${copy ? noCopyInWords[copy] : ''}`;
  const length = page.minutes ? `, ${page.minutes} min` : '';
  return `Read${from}. A copy of the text${length}, is kept with your note, for you alone.`;
}

function BeforeList({ notes }: { notes: CapturedPage['before']['own'] }) {
  return (
    <ul className="m-0 grid list-none gap-1 p-0">
      {notes.map(({ title, path, author, comments }) => (
        <li key={path}>
          <a href={path} target="_blank" rel="noopener" dir="auto" className="text-primary underline wrap-anywhere">
            {title}
          </a>{' '}
          <span className="text-sm text-muted">
            by {author.name}
            {comments > 0 && `, ${countedOf(comments, 'comment')}`}
          </span>
        </li>
      ))}
    </ul>
  );
}
