import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { send, type Failure, fieldError, sentenceFor } from '../../platform/browser/api.ts';
import { useHydrated, takesFocus } from '../../platform/browser/use-browser.ts';
import { lazy } from '../../platform/model/memoized.ts';
import { safeRedirect } from '../../platform/model/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Field, Input } from '../../ui/forms/Field.tsx';
import type { Values } from '../browser/account-hints.ts';
import type { PeopleCalls } from '../browser/calls.ts';

type FormCall = `${'POST' | 'PATCH' | 'PUT'} ${string}`;
/** The data of a call's answer, if a table of routes declares it. */
export type CallData<Name> = Name extends keyof PeopleCalls ? PeopleCalls[Name]['data'] : unknown;

type Props<Name> = {
  /** The call that the form makes: its method and path. */
  call: Name;
  /** What is sent in addition to the fields. */
  along?: Readonly<Record<string, unknown>>;
  /** Called after a success. Without it, the call signs the visitor in and the page redirects to `?redirect=`. */
  onDone?: (answered: CallData<Name>) => void;
  /** For one of several forms on a page: a smaller button, and fields that are cleared after a success. */
  small?: boolean;
  /** Fields left empty are sent too, since emptying one is a change. */
  sendsEmpty?: boolean;
  color?: 'primary' | 'danger';
  submit: string;
  hints: (values: Values) => { path: string; message: string }[];
  children: (errorOf: (field: string) => string | undefined) => ReactNode;
};

/**
 * A form that makes one call about an account, such as signing in. The fields are native ones, so that password managers
 * fill them, and what was typed stays after every failure.
 */
export function AccountForm<Name extends FormCall>({
  call,
  along,
  onDone,
  submit,
  hints,
  children,
  ...look
}: Props<Name>) {
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [sentence, setSentence] = useState<string>();

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [failure]);

  function refuse(refusal: Failure, values: Values) {
    const beside = refusal.problem.errors?.some(({ path }) => path in values);
    setFailure(refusal);
    setSentence(beside ? undefined : sentenceFor(refusal, new Date()));
  }

  async function submitForm(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const values = valuesOf(event.currentTarget);
    const errors = hints(values);
    if (errors.length > 0) {
      return refuse({ ok: false, status: 400, problem: { title: 'Check the fields', detail: '', errors } }, values);
    }
    setBusy(true);
    const sent = event.currentTarget;
    const [method, path] = call.split(' ') as ['POST' | 'PATCH' | 'PUT', string];
    const answer = await send<CallData<Name>>(method, path, {
      ...(look.sendsEmpty ? values : filled(values)),
      ...along,
    });
    if (answer.ok && !onDone) return redirectAfterSignIn();
    setBusy(false);
    if (answer.ok) {
      setFailure(undefined);
      setSentence(undefined);
      if (look.small && !look.sendsEmpty) sent.reset();
      return onDone?.(answer.data);
    }
    refuse(answer, values);
  }

  return (
    // The button is disabled until the island is hydrated; `post` keeps a password out of the address in any case.
    <form ref={form} method="post" noValidate onSubmit={(event) => void submitForm(event)} className="grid gap-5">
      {hydrated && call.startsWith('POST /api/auth/sign') && !storesCookies() && (
        <Notice kind="danger">
          This browser refuses cookies, so nobody can stay signed in. Allow cookies for this site, then reload the page.
        </Notice>
      )}
      {sentence && (
        <Notice kind="danger">
          {sentence}
          {failure?.problem.appeal && (
            <a
              className="justify-self-start py-1 font-medium underline underline-offset-2"
              href={failure.problem.appeal}
            >
              Appeal
            </a>
          )}
        </Notice>
      )}
      {children((field) => fieldError(failure, field))}
      <Button
        type="submit"
        size={look.small ? 'sm' : 'md'}
        block={!look.small}
        color={look.color ?? 'primary'}
        className={look.small ? 'justify-self-start' : ''}
        loading={busy}
        disabled={!hydrated}
      >
        {submit}
      </Button>
    </form>
  );
}

/** Whether the browser stores cookies, found by trying: where Chromium refuses them, `cookieEnabled` is true. */
const storesCookies = lazy(() => {
  document.cookie = 'try=1; SameSite=Strict';
  const isStored = /(^|; )try=1(;|$)/.test(document.cookie);
  document.cookie = 'try=; Max-Age=0';
  return isStored;
});

/** Redirects to the page that the visitor wanted before signing in. */
export function redirectAfterSignIn(): void {
  location.assign(safeRedirect(new URLSearchParams(location.search).get('redirect')));
}

function valuesOf(form: HTMLFormElement): Values {
  return Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
  );
}

/** The values that are not empty, so that empty optional fields are not sent. */
function filled(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}

/** Says where to read mail on one's own machine, where it is caught instead of sent. */
export function CaughtMailHint() {
  const hydrated = useHydrated();
  if (!hydrated || !/^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname)) return null;
  return (
    <span>
      This site runs on your own machine, so email is caught here: <a href="/_mail">read it</a>.
    </span>
  );
}

type PasswordProps = {
  autoComplete: 'current-password' | 'new-password';
  label?: string;
  /** The name of the value in the form. */
  name?: string;
  hint?: string;
  error?: string | undefined;
  /** The first field of a form that a button has just opened. */
  first?: boolean;
};

/** Asks for the current password, before something that only the owner of the account may do. */
export function PresentPassword(props: Pick<PasswordProps, 'hint' | 'error' | 'first'>) {
  return <PasswordField {...props} label="Current password" name="current" autoComplete="current-password" />;
}

/** A password field with a button that shows what was typed. */
export function PasswordField({
  autoComplete,
  label = 'Password',
  name = 'password',
  hint,
  error,
  first,
}: PasswordProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="relative">
          <Input
            {...control}
            ref={first ? takesFocus : undefined}
            name={name}
            type={shown ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            required
            className="pe-20"
          />
          <Button
            size="xs"
            variant="ghost"
            color="neutral"
            className="with-scripts absolute inset-y-1 end-1"
            aria-pressed={shown}
            aria-label={label === 'Password' ? 'Show the password' : `Show the password: ${label}`}
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Hide' : 'Show'}
          </Button>
        </div>
      )}
    </Field>
  );
}
