import { limits } from '../../platform/model/limits.ts';

type Hint = { path: string; message: string };
export type Values = Readonly<Record<string, string>>;

/** The errors that a sign-in form finds before anything is sent. */
export function signInHints({ email = '', password = '' }: Values): Hint[] {
  return [...emailHints(email), ...(password ? [] : [{ path: 'password', message: 'Enter your password.' }])];
}

/** The same for a sign-up form; the server checks more, such as common passwords and taken handles. */
export function signUpHints({ handle = '', name = '', email = '', password = '' }: Values): Hint[] {
  const trimmed = handle.trim().replace(/^@/, '');
  return [
    ...between('handle', 'A handle', trimmed, limits.handle),
    ...(/^\w*$/.test(trimmed)
      ? []
      : [{ path: 'handle', message: 'A handle can have letters from a to z, digits and underscores.' }]),
    ...between('name', 'A name', name.trim(), { min: 0, ...limits.name }),
    ...emailHints(email),
    ...between('password', 'A password', password, limits.password),
  ];
}

/** The same for a form with an address only. */
export const forgotHints = ({ email = '' }: Values): Hint[] => emailHints(email);

/** The same for a new password. */
export const newPasswordHints = ({ password = '' }: Values): Hint[] =>
  between('password', 'A password', password, limits.password);

/** The same for forms that ask for the current password, with or without a new password or address. */
export const presentPasswordHints = ({ current = '' }: Values): Hint[] =>
  current ? [] : [{ path: 'current', message: 'Enter your current password.' }];
export const changePasswordHints = (values: Values): Hint[] => [
  ...presentPasswordHints(values),
  ...newPasswordHints(values),
];
export const changeAddressHints = (values: Values): Hint[] => [...forgotHints(values), ...presentPasswordHints(values)];

function emailHints(email: string): Hint[] {
  const message = 'Enter an email address, such as name@example.org.';
  return /^\S+@\S+\.\S+$/.test(email.trim()) ? [] : [{ path: 'email', message }];
}

function between(path: string, what: string, text: string, { min, max }: { min: number; max: number }): Hint[] {
  if (text.length < min) return [{ path, message: `${what} needs at least ${min} characters.` }];
  return text.length > max ? [{ path, message: `${what} can have at most ${max} characters.` }] : [];
}
