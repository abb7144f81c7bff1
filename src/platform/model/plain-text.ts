/** Control characters mean nothing in a text, and XML readers refuse them; line ends and tabs stay. */
export function withoutControls(text: string): string {
  return text.replace(/[[\p{Cc}]--[\n\t]]/gv, '');
}

/** Most texts are so, and need no second look. */
const plain = /^[\n\t\x20-\x7e]*$/;

/** Text of several lines as it is kept: composed characters, line feeds alone, no control characters. */
export function plainText(text: string): string {
  if (plain.test(text)) return text;
  return withoutControls(text.replace(/\r\n?/g, '\n').normalize('NFC'));
}

/** Characters that turn the direction of the text behind them, which a short text beside a name does not need. */
export function withoutTurning(text: string): string {
  return text.replace(/[\u202A-\u202E\u2066-\u2069]/g, '');
}
