import { isWithinRate } from './rates.ts';

/**
 * Each kind of mail is counted by itself, so that asking for one kind uses up no other; and where strangers may name an
 * address, what they ask for leaves whoever has it with a link that works.
 */

/**
 * Whether a link for a new password goes to this address. Whoever asks, it goes to its owner: of four in half an hour
 * each works for an hour, so where one more is not sent, those that came still work for half an hour, and then the next is sent.
 * One client gets no more than three of the four.
 */
export async function mayMailReset(email: string, client: string): Promise<boolean> {
  return (await isWithinRate('resetToBy', `${email} ${client}`)) && isWithinRate('resetTo', email);
}

/**
 * Whether a mail goes to an address that somebody wants for their account. One in half an hour goes whatever others ask
 * for, and its link works for an hour; beyond that, all who name the address have one limit.
 */
export async function mayMailAddress(userId: string, email: string): Promise<boolean> {
  return (await isWithinRate('addressToBy', `${userId} ${email}`)) || isWithinRate('addressTo', email);
}
