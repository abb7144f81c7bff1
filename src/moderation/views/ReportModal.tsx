import { useRef, useState, type SubmitEvent } from 'react';
import { fieldError, sentenceFor } from '../../platform/browser/api.ts';
import { useKeptText } from '../../people/browser/use-kept-text.ts';
import { openModal, type InModal } from '../../ui/modal/modal.ts';
import { toasts } from '../../ui/toasts/toasts.ts';
import type { ReportReason } from '../model/case.ts';
import { maxExplanation, reportReasons } from '../model/words.ts';
import type { SubjectKind } from '../model/entry.ts';
import { call } from '../browser/calls.ts';
import { Button } from '../../ui/Button.tsx';
import { DialogActions, DialogClose, DialogDescription, DialogTitle } from '../../ui/Dialog.tsx';
import { Field, Textarea } from '../../ui/forms/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Radios } from '../../ui/forms/Choices.tsx';
import { useSending } from '../../platform/browser/use-query.ts';

export type ReportedSubject = { subject: SubjectKind; id: string; name: string };

const options = Object.entries(reportReasons).map(([value, label]) => ({ value: value as ReportReason, label }));
const titles: Record<SubjectKind, string> = {
  note: 'Report this note',
  comment: 'Report this comment',
  person: 'Report this person',
};

/** The form that reports something to the moderators. Nobody else sees the report. */
function ReportModal({ subject, id, name, close }: ReportedSubject & InModal) {
  const [reason, setReason] = useState<ReportReason>();
  const [text, setText] = useKeptText(`report:${subject}:${id}`);
  const { busy, failure, setFailure, send } = useSending();
  const form = useRef<HTMLFormElement>(null);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    if (!reason) {
      const errors = [{ path: 'reason', message: 'Choose what’s wrong.' }];
      form.current?.querySelector('input')?.focus();
      return setFailure({ ok: false, status: 400, problem: { title: '', detail: '', errors } });
    }
    const answer = await send(() => call('POST /api/reports', { body: { subject, id, reason, text } }));
    if (!answer?.ok) return;
    setText('');
    close();
    toasts.add({ title: 'Reported', icon: 'check', description: 'Thank you. A moderator will take a look.' });
  }

  const hasFieldError = failure?.problem.errors?.some(({ path }) => path === 'reason' || path === 'text');
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <DialogTitle>{titles[subject]}</DialogTitle>
      <DialogClose />
      <DialogDescription>
        {name && `“${name}”. `}Only moderators see your report. The author is never told who sent it.
      </DialogDescription>
      {failure && !hasFieldError && <Notice kind="danger">{sentenceFor(failure, new Date())}</Notice>}
      <Radios
        label="What’s wrong?"
        name="reason"
        options={options}
        value={reason}
        onChange={setReason}
        error={fieldError(failure, 'reason')}
      />
      <Field label="Anything else we should know?" error={fieldError(failure, 'text')}>
        {(control) => (
          <Textarea
            {...control}
            name="text"
            rows={3}
            maxLength={maxExplanation}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <DialogActions>
        <Button variant="outline" color="neutral" onClick={close}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          Report
        </Button>
      </DialogActions>
    </form>
  );
}

/** Opens the form in the page's modal. */
export function showReport(about: ReportedSubject): void {
  openModal(ReportModal, about);
}
