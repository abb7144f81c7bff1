import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { localDate } from '../../platform/browser/relative-time.ts';

type Props = {
  name: string;
  badge?: ReactNode;
  /** When it was added and when it was last used, as a sentence. */
  about: ReactNode;
  /** The button that ends or removes it: its text, and its full label for screen readers. */
  end?: { word: string; label: string; busy?: boolean; run: () => void };
};

/** A row in a list of ways into an account: a device, a passkey, a token. */
export function AccountRow({ name, badge, about, end }: Props) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span className="grid min-w-0">
        <span className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          <bdi>{name}</bdi>
          {badge}
        </span>
        <span className="text-sm text-muted">{about}</span>
      </span>
      {end && (
        <Button
          size="xs"
          variant="outline"
          color="neutral"
          aria-label={end.label}
          loading={end.busy}
          onClick={() => end.run()}
        >
          {end.word}
        </Button>
      )}
    </li>
  );
}

/** When a passkey or token was added and last used: “Added 3 May 2026, not used yet”. */
export function madeAndUsed(verb: string, { createdAt, lastUsedAt }: { createdAt: string; lastUsedAt: string | null }) {
  const used = lastUsedAt ? `last used ${localDate(lastUsedAt)}` : 'never used';
  return `${verb} ${localDate(createdAt)}, ${used}`;
}
