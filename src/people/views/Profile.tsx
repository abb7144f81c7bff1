import { useRef, useState } from 'react';
import { sentenceFor, type Answer } from '../../platform/browser/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { avatarCall, useCall, useSession } from '../browser/calls.ts';
import { limits } from '../../platform/model/limits.ts';
import { paths } from '../../platform/model/paths.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { pictureAddress, pictureSizes } from '../../pictures/model/addresses.ts';
import { LoadFailure, Loading } from '../../ui/Loading.tsx';
import { Field, Input, Textarea } from '../../ui/forms/Field.tsx';
import { session } from '../browser/session.ts';
import type { Account } from '../model/account.ts';
import { AccountForm } from './AccountForm.tsx';
import { signOutOrAsk } from './Outbox.tsx';
import { localDate } from '../../platform/browser/relative-time.ts';

/** What the file picker offers; the server examines the bytes. */
const accept = 'image/png,image/jpeg,image/gif,image/webp,image/avif';

/** Sets or removes the person's picture. */
function AvatarButtons({ has, onChanged }: { has: boolean; onChanged: () => void }) {
  const picker = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState<'upload' | 'remove'>();
  const [message, setMessage] = useState<{ kind: 'info' | 'danger'; text: string }>();

  async function change(what: 'upload' | 'remove', sending: Promise<Answer<unknown>>) {
    setBusy(what);
    setMessage(undefined);
    const answer = await sending;
    setBusy(undefined);
    if (!answer.ok) return setMessage({ kind: 'danger', text: sentenceFor(answer, new Date()) });
    const done = what === 'upload' ? 'Picture changed.' : 'Picture removed.';
    setMessage({ kind: 'info', text: `${done} Readers see it after the next update.` });
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
      {message && <Notice kind={message.kind}>{message.text}</Notice>}
    </div>
  );
}

/** The person's public profile, with a form to change it. */
export function Profile() {
  const { user } = useSession();
  const { answer, retry } = useCall('GET /api/account', user && {});
  const [saved, setSaved] = useState(false);
  const name = user?.name || user?.handle || '';
  return (
    <div className="grid gap-6">
      {user && (
        <div className="flex flex-wrap items-center gap-3">
          <Avatar
            alt={name}
            decorative
            size="3xl"
            src={user.avatar && pictureAddress(user.avatar, pictureSizes.avatar[0])}
          />
          <div className="grid min-w-0 grow">
            <span className="truncate font-medium">
              <bdi>{name}</bdi>
            </span>
            <a href={paths.person(user.handle)} className="-my-2 truncate py-2 text-sm text-muted">
              <bdi>@{user.handle}</bdi>
            </a>
          </div>
          <SignOut />
        </div>
      )}
      {user && <AvatarButtons has={user.avatar !== undefined} onChanged={() => void session.fetch({ force: true })} />}
      {!answer && <Loading what="Loading your profile" lines={4} />}
      {saved && <Notice>Saved. Readers see it after the next update.</Notice>}
      {answer?.ok && (
        <ProfileForm
          account={answer.data.account}
          onSaved={() => {
            setSaved(true);
            void session.fetch({ force: true });
            retry();
          }}
        />
      )}
      {answer?.ok === false && <LoadFailure what="your profile" failure={answer} retry={retry} />}
    </div>
  );
}

function ProfileForm({ account, onSaved }: { account: Account; onSaved: () => void }) {
  const { handle, handleChangeableAt, name, unlike, bio } = account;
  const waits = handleChangeableAt !== null;
  return (
    <AccountForm call="PATCH /api/account" submit="Save" small sendsEmpty hints={() => []} onDone={onSaved}>
      {(errorOf) => (
        <>
          <Field
            label="Name"
            hint={
              unlike === null
                ? 'Shown next to what you publish.'
                : `Shown with “(@${handle}, not @${unlike})”: @${unlike} used a name or handle like yours first.`
            }
            error={errorOf('name')}
          >
            {(control) => <Input {...control} name="name" defaultValue={name} autoComplete="name" dir="auto" />}
          </Field>
          <Field
            label="Handle"
            hint={
              waits
                ? `Your name in links. You can change it again on ${localDate(handleChangeableAt)}.`
                : `Your name in links. You can change it once every ${limits.handleDays} days; old links keep working.`
            }
            error={errorOf('handle')}
          >
            {(control) => (
              <Input
                {...control}
                name="handle"
                defaultValue={handle}
                disabled={waits}
                autoComplete="nickname"
                autoCapitalize="none"
                spellCheck={false}
              />
            )}
          </Field>
          <Field
            label="About you"
            hint={`Shown on your page. Up to ${limits.bio.max} characters.`}
            error={errorOf('bio')}
          >
            {(control) => <Textarea {...control} name="bio" defaultValue={bio} className="min-h-28" dir="auto" />}
          </Field>
        </>
      )}
    </AccountForm>
  );
}

function SignOut() {
  const [stage, setStage] = useState<'ready' | 'busy' | 'failed'>('ready');
  async function leave() {
    setStage('busy');
    setStage((await signOutOrAsk(session.last?.id)) ? 'ready' : 'failed');
  }
  return (
    <Button variant="outline" color="neutral" loading={stage === 'busy'} onClick={() => void leave()}>
      {stage === 'failed' ? 'You’re still signed in. Try again' : 'Sign out'}
    </Button>
  );
}
