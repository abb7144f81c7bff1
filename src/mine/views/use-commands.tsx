import { useState, type SubmitEvent, useMemo } from 'react';
import { sentenceFor } from '../../platform/browser/api.ts';
import { limits } from '../../platform/model/limits.ts';
import { countedOf } from '../../platform/model/counted.ts';
import { exportFormats } from '../../transfer/model/export-formats.ts';
import { Button } from '../../ui/Button.tsx';
import { DialogClose, DialogDescription, DialogTitle, DialogActions, Confirm } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { type InModal, openModal } from '../../ui/modal/modal.ts';
import { saveChosen, type ChosenFormat } from '../browser/chosen-file.ts';
import { getCopy, type Selection, runActions, type ShownLibrary } from '../browser/library-actions.ts';
import type { BareAction } from '../browser/unsent-actions.ts';
import { hiddenInWords } from '../../notes/model/note-access.ts';
import { paths } from '../../platform/model/paths.ts';
import { LoadFailure, Loading } from '../../ui/Loading.tsx';
import { useCall } from '../../writing/browser/calls.ts';
import { withTags } from '../../writing/browser/note-fields.ts';
import { TagsInput } from '../../writing/views/TagsInput.tsx';
import { CollectDialog } from './CollectDialog.tsx';
import type { RowCommands } from './RowMenu.tsx';

const { markdown, json, netscape } = exportFormats;
const formats: Record<ChosenFormat, { label: string; says: string }> = {
  epub: {
    label: 'Book for e-readers (EPUB)',
    says: 'Your copies of linked pages, or the note where there’s no copy.',
  },
  ...{ markdown, json, netscape },
};

/** How many notes one file may have. */
const mostIn = (format: ChosenFormat) => (format === 'epub' ? limits.export.book : limits.export.chosen);

/** Offers the formats for an export of the chosen notes. */
function ExportDialog({ chosen: { ids, items }, close }: { chosen: Selection } & InModal) {
  const [busy, setBusy] = useState<ChosenFormat>();
  const [failure, setFailure] = useState<string>();
  const title = ids.length === 1 ? items[0]?.note.title : undefined;

  async function save(format: ChosenFormat) {
    setBusy(format);
    setFailure(undefined);
    const failed = await saveChosen(ids, format, title ?? 'From my library');
    setBusy(undefined);
    if (failed) setFailure(sentenceFor(failed, new Date()));
    else close();
  }

  return (
    <>
      <DialogTitle>Export</DialogTitle>
      <DialogDescription>
        {title ?? `${countedOf(ids.length, 'note')}.`}
        {items.some(({ note }) => !note.own) && ' Notes by other people are included only in the book.'}
      </DialogDescription>
      <ul className="m-0 grid list-none p-0">
        {(Object.keys(formats) as ChosenFormat[]).map((format) => (
          <li
            key={format}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3 last:border-0"
          >
            <span className="min-w-[min(10rem,100%)] flex-1">
              <span className="block font-medium">{formats[format].label}</span>
              <span className="block text-sm text-muted">{formats[format].says}</span>
              {ids.length > mostIn(format) && (
                <span className="block text-sm">At most {countedOf(mostIn(format), 'note')}. Select fewer.</span>
              )}
            </span>
            <Button
              disabled={ids.length > mostIn(format)}
              size="xs"
              variant="outline"
              color="neutral"
              aria-label={`Download: ${formats[format].label}`}
              loading={busy === format}
              onClick={() => void save(format)}
            >
              Download
            </Button>
          </li>
        ))}
      </ul>
      {ids.length > limits.export.chosen && (
        <p className="m-0 text-sm">
          Everything you have can be exported at once <a href={paths.settingsOf('export')}>in the settings</a>.
        </p>
      )}
      {failure && <Notice kind="danger">{failure}</Notice>}
      <DialogClose />
    </>
  );
}

/** Why a moderator or a rule hid the person's note, and a link to appeal. */
function WhyHidden({ uuid, title }: { uuid: string; title: string } & InModal) {
  const { answer, retry } = useCall('GET /api/notes/{uuid}', { at: { uuid } });
  const hidden = answer?.ok ? answer.data.note.hidden : undefined;
  return (
    <>
      <DialogTitle>{title}</DialogTitle>
      {!answer && <Loading what="Loading the reason" lines={2} />}
      {answer && !answer.ok && <LoadFailure what="the reason" failure={answer} retry={retry} />}
      {answer?.ok && (
        <p className="m-0 wrap-anywhere">
          {hidden ? hiddenInWords(hidden) : 'It isn’t hidden any more. Readers can find it.'}
        </p>
      )}
      {hidden?.action && (
        <DialogActions>
          <Button variant="outline" color="neutral" href={paths.appeal(hidden.action)}>
            Appeal
          </Button>
        </DialogActions>
      )}
      <DialogClose />
    </>
  );
}

type Props = { chosen: Selection; onTags: (doings: readonly BareAction[]) => void } & InModal;

/** Edits the tags that all chosen notes share: adding one adds it to all, removing one removes it from all. */
function TagDialog({ chosen: { ids, items }, onTags, close }: Props) {
  const [before] = useState(() => sharedTags(items.length === ids.length ? items : []));
  const [tags, setTags] = useState<readonly string[]>(before);
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();

  function save(event: SubmitEvent) {
    event.preventDefault();
    const typed = withTags(tags, text);
    if (!typed.ok) return setError(typed.problem);
    const added = typed.tags.filter((tag) => !before.includes(tag));
    const removed = before.filter((tag) => !typed.tags.includes(tag));
    close();
    const doings: BareAction[] = [
      ...(removed.length > 0 ? [{ action: 'untag' as const, tags: removed }] : []),
      ...(added.length > 0 ? [{ action: 'tag' as const, tags: added }] : []),
    ];
    if (doings.length > 0) onTags(doings);
  }

  return (
    <form onSubmit={save} className="contents">
      <DialogTitle>{ids.length === 1 ? 'Tags' : `Tag ${countedOf(ids.length, 'note')}`}</DialogTitle>
      <DialogDescription>
        {ids.length === 1
          ? items[0]?.note.title
          : 'These are the tags they all share. Add or remove a tag, and it changes on all of them.'}
      </DialogDescription>
      <TagsInput
        tags={tags}
        text={text}
        error={error}
        about={nothing}
        onChange={(next, typing) => {
          setTags(next);
          setText(typing);
          setError(undefined);
        }}
      />
      <DialogActions>
        <Button variant="outline" color="neutral" onClick={close}>
          Cancel
        </Button>
        <Button type="submit">Save tags</Button>
      </DialogActions>
      <DialogClose />
    </form>
  );
}

const nothing = { title: '', text: '' };

function sharedTags([first, ...others]: Selection['items']): readonly string[] {
  return (first?.note.tags ?? []).filter((tag) => others.every(({ note }) => note.tags.includes(tag)));
}

/** The actions of rows, menus, keys and the selection bar, the same for one item and for many. */
export function useCommands(
  { dispatch, refresh }: Pick<ShownLibrary, 'dispatch' | 'refresh'>,
  onCollected: () => void,
): RowCommands {
  return useMemo(() => {
    const shown: ShownLibrary = { dispatch, refresh, toast: { last: undefined } };
    const run = (chosen: Selection, ...doings: BareAction[]) => void runActions(shown, doings, chosen);
    const isTrueOfAll = ({ ids, items }: Selection, holds: (item: Selection['items'][number]) => boolean) =>
      items.length === ids.length && items.every(holds);
    return {
      archive(chosen) {
        const areArchived = isTrueOfAll(chosen, ({ reading }) => reading?.state === 'archived');
        run(chosen, { action: 'read', state: areArchived ? 'toread' : 'archived' });
      },
      read: (chosen, state) => run(chosen, { action: 'read', state }),
      star(chosen) {
        const areStarred = isTrueOfAll(chosen, ({ reading }) => reading?.favourite === true);
        run(chosen, { action: 'star', favourite: !areStarred });
      },
      tag(chosen) {
        const onTags = (doings: readonly BareAction[]) => run(chosen, ...doings);
        // Otherwise the first tag's remove button would get the focus, and Enter would press it.
        openModal(TagDialog, { chosen, onTags }, { initialFocus: 'input' });
      },
      move(chosen) {
        openModal(CollectDialog, {
          chosen,
          onCollect(doings) {
            void runActions(shown, doings, chosen).then(onCollected);
          },
        });
      },
      take: (chosen) => void openModal(ExportDialog, { chosen }),
      show(chosen, visibility) {
        const publish = () => run(chosen, { action: 'visibility', visibility });
        if (visibility !== 'public' || chosen.ids.length === 1) return publish();
        openModal(
          Confirm,
          {
            title: `Publish ${countedOf(chosen.ids.length, 'note')}?`,
            children: 'Everyone will be able to read them, and your followers will be told.',
            yes: 'Publish notes',
            no: 'Cancel',
            color: 'primary' as const,
            onYes: async () => void publish(),
          },
          { role: 'alertdialog', size: 'sm' },
        );
      },
      remove: (chosen) => run(chosen, { action: 'delete' }),
      copy: (item) => void getCopy(shown, item),
      explain: ({ note }) => void openModal(WhyHidden, { uuid: note.uuid, title: note.title }, { size: 'sm' }),
    };
  }, [dispatch, refresh, onCollected]);
}
