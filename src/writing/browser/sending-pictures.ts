import { withPictureSent, type Edited } from './markdown-edits.ts';

/** The addresses of the pictures that arrived in this tab, by the name that stood for them meanwhile. */
const arrived = new Map<string, string>();

export const newWaitingName = () => `sending-${crypto.randomUUID().slice(0, 8)}`;

/** Whether a picture stands in a text that has no address yet, or never got one. */
export const holdsWaiting = (text: string) => /\]\(sending-[0-9a-f]{8}\)/.test(text);

export const isWaitingIn = (text: string, name: string) => text.includes(`](${name})`);

export const pictureArrived = (name: string, address: string) => void arrived.set(name, address);

/** The text with the address of each picture that arrived: undoing may bring back what stood for it. */
export function withArrived(now: Edited): Edited {
  let next = now;
  for (const [, name = ''] of now.text.matchAll(/\]\((sending-[0-9a-f]{8})\)/g)) {
    const address = arrived.get(name);
    if (address !== undefined) next = withPictureSent(next, name, address);
  }
  return next;
}
