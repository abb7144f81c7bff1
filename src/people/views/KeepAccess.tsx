import type { OwnSession, AccountAccess } from '../model/account.ts';
import { madeAndUsed } from './AccountRow.tsx';
import { localDate } from '../../platform/browser/relative-time.ts';

/** The ways into an account besides its password, by kind. */
type Access = Pick<AccountAccess, 'tokens' | 'passkeys'> & { sessions: Omit<OwnSession, 'current'>[] };
export type Kind = keyof Access;
export type KeptAccess = Partial<Record<Kind, string[]>>;

type Props = {
  access: Access;
  /** The ids to keep. A kind that is absent cannot be kept, and all of it ends. */
  kept: KeptAccess;
  onChange: (kept: KeptAccess) => void;
};

/** Lists the ways into an account besides its password. A new password ends all of them except those that are ticked. */
export function KeepAccess({ access, kept, onChange }: Props) {
  const kinds = [
    {
      kind: 'sessions' as const,
      title: 'Signed-in devices',
      end: 'are signed out',
      rows: access.sessions.map(({ id, device, createdAt, lastUsedAt }) => ({
        id,
        name: device,
        about: `Signed in ${localDate(createdAt)}, last used ${localDate(lastUsedAt)}`,
      })),
    },
    {
      kind: 'passkeys' as const,
      title: 'Passkeys',
      end: 'are removed',
      rows: access.passkeys.map((passkey) => ({ ...passkey, about: madeAndUsed('Added', passkey) })),
    },
    {
      kind: 'tokens' as const,
      title: 'Tokens for programs',
      end: 'are revoked',
      rows: access.tokens.map((token) => ({ ...token, about: madeAndUsed('Created', token) })),
    },
  ].filter(({ rows }) => rows.length > 0);
  if (kinds.length === 0) return null;
  const toggle = (kind: Kind, id: string, keep: boolean) => {
    const others = (kept[kind] ?? []).filter((each) => each !== id);
    onChange({ ...kept, [kind]: keep ? [...others, id] : others });
  };
  return (
    <div className="grid gap-4">
      {kinds.map(({ kind, title, end, rows }) => {
        const ids = kept[kind];
        return (
          <fieldset key={kind} className="m-0 grid min-w-0 gap-1 border-0 p-0">
            <legend className="mb-1 p-0 text-[0.9375rem] font-medium text-ink">
              {title}: {ids ? `tick the ones to keep. The others ${end}` : `all ${end}`}
            </legend>
            {rows.map(({ id, name, about }) => {
              const text = (
                <span className="grid min-w-0">
                  <span className="wrap-anywhere" dir="auto">
                    {name}
                  </span>
                  <span className="text-sm text-muted">{about}</span>
                </span>
              );
              if (!ids) {
                return (
                  <p key={id} className="m-0 px-3 py-1.5">
                    {text}
                  </p>
                );
              }
              return (
                <label
                  key={id}
                  className="flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5 hover:bg-sunken"
                >
                  <input
                    type="checkbox"
                    checked={ids.includes(id)}
                    onChange={(event) => toggle(kind, id, event.currentTarget.checked)}
                    className="size-4.5 flex-none accent-primary"
                  />
                  {text}
                </label>
              );
            })}
          </fieldset>
        );
      })}
    </div>
  );
}
