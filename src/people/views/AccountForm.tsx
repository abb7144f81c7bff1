import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import type { Values } from '../browser/account-hints.ts';
import type { PeopleCalls } from '../browser/calls.ts';
import { send, type Failure, fieldError, sentenceFor } from '../../platform/browser/api.ts';
import { safeRedirect } from '../../platform/model/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useHydrated, takesFocus } from '../../platform/browser/use-browser.ts';
import { Field } from '../../ui/forms/Field.tsx';
import { Input } from '../../ui/forms/Input.tsx';

type FormCall = `${'POST' | 'PATCH' | 'PUT'} ${string}`;
/** What a call of the tables answers. */
export type AnswerTo<Name> = Name extends keyof PeopleCalls ? PeopleCalls[Name]['data'] : unknown;

type Props<Name> = {
  /** The call that the form makes: its method and path. */
  call: Name;
  /** What is sent beside the fields. */
  along?: Readonly<Record<string, unknown>>;
  /** What follows a success; otherwise the visitor is signed in now, and goes where `?redirect=` says. */
  onDone?: (answered: AnswerTo<Name>) => void;
  /** One of several on a page: a smaller button, fields that are empty again after a success. */
  small?: boolean;
  /** Fields left empty are sent too, since emptying one is a change. */
  sendsEmpty?: boolean;
  color?: 'primary' | 'danger';
  submit: string;
  hints: (values: Values) => { path: string; message: string }[];
  children: (errorOf: (field: string) => string | undefined) => ReactNode;
};

/**
 * One call about an account, such as signing in. The fields are the browser's own, so that password
 * managers fill them and whatever was typed stays on every failure.
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
  const alive = useHydrated();
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
    const answer = await send<AnswerTo<Name>>(method, path, {
      ...(look.sendsEmpty ? values : filled(values)),
      ...along,
    });
    if (answer.ok && !onDone) return goOn();
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
    // Until the island is alive the button is off, and `post` keeps a password out of the address in any case.
    <form ref={form} method="post" noValidate onSubmit={(event) => void submitForm(event)} className="grid gap-5">
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
        disabled={!alive}
      >
        {submit}
      </Button>
    </form>
  );
}

/** To where the visitor was going before signing in. */
export function goOn(): void {
  location.assign(safeRedirect(new URLSearchParams(location.search).get('redirect')));
}

function valuesOf(form: HTMLFormElement): Values {
  return Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
  );
}

/** Without the fields left empty: an optional one is then not sent. */
function filled(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}

/** On one's own machine mail is caught instead of sent: says where it is read. */
export function CaughtMailHint() {
  const alive = useHydrated();
  if (!alive || !/^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname)) return null;
  return (
    <span>
      This site runs on your own machine, where mail is caught unless a mail server is set: <a href="/_mail">see it</a>.
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

/** The password that one has, asked for before what only the owner of the account may do. */
export function PresentPassword(props: Pick<PasswordProps, 'hint' | 'error' | 'first'>) {
  return <PasswordField {...props} label="Present password" name="current" autoComplete="current-password" />;
}

/** A password that can be looked at while it is typed. */
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
            className="absolute inset-y-1 end-1"
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
