import { failureInWords, noCopyInWords } from '../../capture/model/capture.ts';
import { LeadPicture, SiteIcon } from '../../pictures/views/static/PagePicture.tsx';
import { sentenceFor } from '../../platform/browser/api.ts';
import { countedOf } from '../../platform/model/counted.ts';
import { Spinner } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Field, Input } from '../../ui/forms/Field.tsx';
import { hostOf, normalUrl } from '../../platform/model/url.ts';
import type { CapturedPage, useCapture } from '../browser/use-capture.ts';

type Props = {
  url: string;
  /** The link of the saved note; empty if it has none. */
  saved: string;
  error: string | undefined;
  capture: ReturnType<typeof useCapture>;
  onChange: (url: string) => void;
};

/**
 * The link of a note, with a preview of its page, the outcome of capturing it, and notes that have the same link. The link
 * can be saved whatever the outcome.
 */
export function LinkField({ url, saved, error, capture, onChange }: Props) {
  const { busy, answer } = capture;
  const before = answer?.ok ? answer.data.before : undefined;
  const page = answer?.ok ? answer.data.page : undefined;
  return (
    <div className="grid gap-3">
      <Field label="Link (optional)" error={error}>
        {(control) => (
          <Input
            {...control}
            type="url"
            inputMode="url"
            value={url}
            onChange={(event) => onChange(event.target.value)}
            onPaste={(event) => capture.pasted(event.currentTarget)}
            onBlur={(event) => capture.look(event.target.value)}
            placeholder="https://"
            autoComplete="off"
          />
        )}
      </Field>
      {!error && saved !== '' && normalUrl(url) !== normalUrl(saved) && (
        <p className="m-0 text-sm text-muted">
          {url.trim() === ''
            ? 'Without its link, the note loses any copy of the page, and what you highlighted there.'
            : 'With another link, the note loses any copy of the old page. What you highlighted there stays.'}
        </p>
      )}
      {page && <PageCard page={page} url={url} />}
      <p role="status" className="m-0 flex items-center gap-2 text-sm text-muted empty:hidden">
        {busy ? (
          <>
            <Spinner /> Reading the page. You can keep writing.
          </>
        ) : (
          answer &&
          (answer.ok ? outcomeOf(answer.data) : `${sentenceFor(answer, new Date())} You can still save the link.`)
        )}
      </p>
      {before && before.own.length > 0 && (
        <Notice title="You saved this link before">
          <BeforeList notes={before.own} />
        </Notice>
      )}
      {before && before.everyones.length > 0 && (
        <Notice title="Others have saved this link. Join the discussion there">
          <BeforeList notes={before.everyones} />
          <span className="text-sm text-muted">You can still write about it yourself.</span>
        </Notice>
      )}
    </div>
  );
}

/** A preview of the page as in lists: its site, title, author, reading time and picture. */
function PageCard({ page, url }: { page: NonNullable<CapturedPage['page']>; url: string }) {
  const { title, description, author, minutes, pictures } = page;
  const facts = [author && `By ${author}`, minutes && `${minutes} min`].filter(Boolean).join(' · ');
  return (
    <div className="flex overflow-hidden rounded-xl border border-line bg-raised max-sm:flex-col-reverse">
      <div className="grid min-w-0 flex-1 content-center gap-1 px-4 py-3.5">
        <span className="flex min-w-0 items-center gap-1.5 text-sm text-muted">
          <SiteIcon pictures={pictures} className="size-4 flex-none rounded-xs" />
          <span className="truncate">{page.site || (URL.canParse(url) && hostOf(url))}</span>
        </span>
        <strong dir="auto" className="line-clamp-2 font-display text-lg leading-snug font-semibold wrap-anywhere">
          {title || url}
        </strong>
        {description && (
          <span dir="auto" className="line-clamp-2 text-sm text-muted wrap-anywhere">
            {description}
          </span>
        )}
        {facts && (
          <span dir="auto" className="text-sm text-muted">
            {facts}
          </span>
        )}
      </div>
      <LeadPicture
        pictures={pictures}
        sizes="(min-width: 40rem) 13rem, 92vw"
        className="max-h-36 w-full flex-none bg-sunken object-cover sm:h-auto sm:min-h-full sm:w-52"
      />
    </div>
  );
}

function outcomeOf({ page, failure, copy }: CapturedPage): string {
  if (!page) return failure ? `${failureInWords[failure]} You can still save the link.` : '';
  return copy === 'kept' || !copy ? 'A copy of its text is kept with your note, for you alone.' : noCopyInWords[copy];
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
