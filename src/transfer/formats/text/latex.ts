/** What LaTeX writes before a letter, or around it, for the mark that stands on it. */
const accents: Readonly<Record<string, string>> = {
  ...{ '`': '\u0300', "'": '\u0301', '^': '\u0302', '~': '\u0303', '=': '\u0304', u: '\u0306', '.': '\u0307' },
  ...{ '"': '\u0308', r: '\u030a', H: '\u030b', v: '\u030c', d: '\u0323', c: '\u0327', k: '\u0328', b: '\u0331' },
};

const letters: Readonly<Record<string, string>> = {
  ...{ ss: 'ß', ae: 'æ', AE: 'Æ', oe: 'œ', OE: 'Œ', o: 'ø', O: 'Ø', aa: 'å', AA: 'Å', l: 'ł', L: 'Ł', i: 'ı', j: 'ȷ' },
  ...{ textendash: '–', textemdash: '—', textquoteright: '’', textquoteleft: '‘', ldots: '…', dots: '…' },
  ...{ textquotedblleft: '“', textquotedblright: '”', textasciitilde: '~', textbackslash: '\\', textbar: '|' },
};

/** Marks that are letters need a space or a brace behind them: `\c{c}`, `\v s`; the others do not. */
const accented =
  /\\(?:([`'^~=."])\s*|([uvHtcdbkr])(?:\s+|(?=\{)))(?:\{\s*(?:\\([ij])|(\p{L}))?\s*\}|\\([ij])(?![a-z])|(\p{L}))/giu;

/**
 * The words of a text in LaTeX: accents and letters as they are read, without the braces that keep its capitals and
 * without the commands around words. Formulas stay as they are written.
 */
export function latexText(latex: string): string {
  return latex
    .split(/(?<!\\)(\$[^$]*\$)/)
    .map((part, at) => (at % 2 === 1 ? part : wordsOf(part)))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}

/** What stands for itself, as addresses do, without the signs that keep LaTeX from reading it. */
export function verbatimText(latex: string): string {
  return latex
    .replace(/\\(?:url|href|path)\s*(?=\{)/g, '')
    .replace(/(?<!\\)[{}]/g, '')
    .replace(/\\([%&#_$~^{}])/g, '$1')
    .trim();
}

function wordsOf(latex: string): string {
  return latex
    .replace(
      accented,
      (whole, sign?: string, word?: string, dotless?: string, inner?: string, bare?: string, letter?: string) => {
        const mark = accents[sign ?? word ?? ''];
        return mark === undefined ? whole : `${inner ?? letter ?? dotless ?? bare ?? ''}${mark}`.normalize('NFC');
      },
    )
    .replace(/\\(?:url|href)\s*\{([^{}]*)\}/g, '$1')
    .replace(
      /\\([a-z]+)(?:\{\}|\s+|(?![a-z]))/gi,
      (whole, name: string) => letters[name] ?? (/\s$/.test(whole) ? ' ' : ''),
    )
    .replace(/\\([%&#_$ ])/g, '$1')
    .replace(/(?<!\\)[{}]/g, '')
    .replace(/\\([{}])/g, '$1')
    .replace(/(?<!\\)~/g, ' ')
    .replace(/---/g, '—')
    .replace(/--/g, '–');
}
