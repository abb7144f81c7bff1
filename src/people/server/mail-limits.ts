import { isWithinRate, requireRate } from '../../platform/server/rates.ts';

/**
 * Each kind of mail is counted by itself, so that asking for one kind uses up no other; and where strangers may name an
 * address, what they ask for leaves whoever has it with a link that works. Together the kinds that anybody can have sent
 * to an address come to twenty an hour: eight links for a new password, seven for another address, five that prove one.
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
 * Counts a mail to an address that somebody wants for their account. One in half an hour goes whatever one other account
 * asks for, and its link works for an hour; beyond that, all who name the address have one limit, and another that many
 * accounts together do not pass. Throws HttpError 429 that says when to come back: nobody waits for a mail that is not sent.
 */
export async function requireAddressMail(userId: string, email: string): Promise<void> {
  if (!(await isWithinRate('addressToBy', `${userId} ${email}`))) await requireRate('addressTo', email);
  await requireRate('addressToAll', email);
}
