import { useRef, useState } from 'react';
import { sentenceFor, type Answer } from '../../platform/browser/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { avatarCall } from '../browser/calls.ts';

/** What the picker of files offers; the server looks at the bytes. */
const accept = 'image/png,image/jpeg,image/gif,image/webp,image/avif';

/** Gives me a picture of my own, or takes it away. */
export function AvatarButtons({ has, onChanged }: { has: boolean; onChanged: () => void }) {
  const picker = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState<'upload' | 'remove'>();
  const [says, setSays] = useState<{ kind: 'info' | 'danger'; text: string }>();

  async function change(what: 'upload' | 'remove', asked: Promise<Answer<unknown>>) {
    setBusy(what);
    setSays(undefined);
    const answer = await asked;
    setBusy(undefined);
    if (!answer.ok) return setSays({ kind: 'danger', text: sentenceFor(answer, new Date()) });
    const done = what === 'upload' ? 'That’s your picture now.' : 'Your picture is gone.';
    setSays({ kind: 'info', text: `${done} Pages show it after the next update.` });
    onChanged();
  }

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <input
          ref={picker}
          type="file"
          accept={accept}
          hidden
          data-avatar
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file) void change('upload', avatarCall.put(file));
            target.value = '';
          }}
        />
        <Button
          size="sm"
          variant="outline"
          color="neutral"
          loading={busy === 'upload'}
          onClick={() => picker.current?.click()}
        >
          {has ? 'Change picture' : 'Upload a picture'}
        </Button>
        {has && (
          <Button
            size="sm"
            variant="ghost"
            color="neutral"
            loading={busy === 'remove'}
            onClick={() => void change('remove', avatarCall.remove())}
          >
            Remove picture
          </Button>
        )}
        <span className="text-sm text-muted">
          PNG, JPEG, GIF, WebP or AVIF, up to 4.5 MB. It’s cropped to a square.
        </span>
      </div>
      {says && <Notice kind={says.kind}>{says.text}</Notice>}
    </div>
  );
}
