import { becauseOf, type Reason } from '../model/reason.ts';

/** Why a note is shown: “Because you saved …, because you follow …”. */
export function ForYouWhy({ reasons }: { reasons: readonly Reason[] }) {
  return (
    <p className="m-0 flex flex-wrap gap-x-3 text-sm text-primary">
      {reasons.map((reason) => (
        <span key={`${reason.why} ${reason.kind} ${reason.id}`} className="inline-block min-w-0 wrap-anywhere">
          {becauseOf(reason)} <Named reason={reason} />
        </span>
      ))}
    </p>
  );
}

function Named({ reason: { kind, name, path } }: { reason: Reason }) {
  if (kind === 'everyone') return null;
  const shown = kind === 'note' ? `“${name}”` : name;
  return path === null ? (
    <bdi>{shown}</bdi>
  ) : (
    <a
      href={path}
      dir="auto"
      className="inline-block py-1 underline decoration-line underline-offset-4 hover:text-primary-hover"
    >
      {shown}
    </a>
  );
}
