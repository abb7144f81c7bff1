import { useState } from 'react';
import { limits } from '../../platform/model/limits.ts';
import { paths } from '../../platform/model/paths.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { pictureAddress, pictureSizes } from '../../pictures/model/addresses.ts';
import { Button } from '../../ui/Button.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { Input, Textarea } from '../../ui/forms/Input.tsx';
import { useCall } from '../browser/calls.ts';
import { session } from '../browser/session.ts';
import { useSession } from '../browser/use-session.ts';
import type { Account } from '../model/account.ts';
import { AccountForm } from './AccountForm.tsx';
import { AvatarButtons } from './AvatarButtons.tsx';
import { signOutOrAsk } from './Outbox.tsx';

/** How readers see me, and how I change that. */
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
            <span className="truncate font-medium" dir="auto">
              {name}
            </span>
            <a href={paths.person(user.handle)} className="truncate text-sm text-muted">
              @{user.handle}
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
      {answer?.ok === false && <LoadFailure failure={answer} retry={retry} />}
    </div>
  );
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });

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
                ? `Your name in links. You can change it again on ${day.format(new Date(handleChangeableAt))}.`
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
