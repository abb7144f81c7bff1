/** Control characters mean nothing in a text, and XML readers refuse them; line ends and tabs stay. */
export function withoutControls(text: string): string {
  return text.replace(/[[\p{Cc}]--[\n\t]]/gv, '');
}

/** Text of several lines as it is kept: composed characters, line feeds alone, no control characters. */
export function plainText(text: string): string {
  return withoutControls(text.replace(/\r\n?/g, '\n').normalize('NFC'));
}
