import { useState, type MouseEvent, type ReactNode } from 'react';
import { sentenceFor } from '../../platform/browser/api.ts';
import { Button } from '../../ui/Button.tsx';
import { toasts } from '../../ui/toasts/toasts.ts';
import { call } from '../browser/calls.ts';
import { download } from '../../platform/browser/download.ts';

type Props = { href: string; size?: 'xs' | 'sm'; className?: string; children: ReactNode };

/** Downloads the file at an address with a rate limit. A plain link would not show why a download is refused. */
export function DownloadButton({ href, ...rest }: Props) {
  const [busy, setBusy] = useState(false);

  async function downloadIfAllowed(event: MouseEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const allowed = await call('GET /api/account/downloads', {});
    setBusy(false);
    if (allowed.ok) return download(href);
    const description = sentenceFor(allowed, new Date());
    toasts.add({ title: 'Not downloaded', color: 'danger', timeout: 0, description });
  }

  return (
    <Button
      {...rest}
      variant="outline"
      color="neutral"
      href={href}
      download
      onClick={(event: MouseEvent) => void downloadIfAllowed(event)}
    />
  );
}
