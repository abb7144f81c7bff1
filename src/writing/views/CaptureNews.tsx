import { failureInWords, noCopyInWords } from '../../capture/model/capture-words.ts';
import { LeadPicture, SiteIcon } from '../../pictures/views/static/PagePicture.tsx';
import { sentenceFor } from '../../platform/browser/api.ts';
import { countedOf } from '../../platform/model/counted.ts';
import { Spinner } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { CapturedPage, CaptureState } from '../browser/use-capture.ts';

/** What became of reading the page of a link, and who saved it before. Whatever it says, the link can be saved. */
export function CaptureNews({ capture: { busy, answer } }: { capture: CaptureState }) {
  const before = answer?.ok ? answer.data.before : undefined;
  const pictures = answer?.ok ? answer.data.page?.pictures : undefined;
  return (
    // While there is nothing to say, it has no place among the fields, and adds no room between them.
    <div className="-mt-3 grid gap-3 has-[>:empty:only-child]:absolute">
      <p role="status" className="m-0 flex items-center gap-2 text-sm text-muted empty:hidden">
        {busy ? (
          <>
            <Spinner /> Reading the page. You can go on writing.
          </>
        ) : (
          answer && (
            <>
              <SiteIcon pictures={pictures} className="size-4 flex-none rounded-xs" />
              {answer.ok
                ? newsOf(answer.data)
                : `${sentenceFor(answer, new Date())} The link can be saved all the same.`}
            </>
          )
        )}
      </p>
      <LeadPicture pictures={pictures} sizes="16rem" className="h-auto w-64 max-w-full rounded-lg bg-sunken" />
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
