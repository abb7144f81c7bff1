/**
 * HTML that is far more expensive to parse than its size suggests: as the copy of a page in an import, and as a page
 * to be captured.
 */
export type HostileMarkup = { name: string; html: () => string };

const words = 'some words to keep in the copy. '.repeat(10);
const text = (piece: string, count: number) => `<p>${words}</p>${piece.repeat(count)}`;
const counted = (count: number, piece: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => piece(at)).join('');

export const hostileMarkup: readonly HostileMarkup[] = [
  { name: 'ark-45-kb', html: () => ark(5000) },
  { name: 'ark-177-kb', html: () => ark(22_000) },
  { name: 'ark-with-other-ends', html: () => ark(5000, '</i>') },
  { name: 'ark-behind-short-comment', html: () => `<!-->${ark(5000)}` },
  { name: 'ark-in-drawing-title', html: () => `<svg><title>${ark(5000)}` },
  { name: 'divisions-with-other-ends', html: () => '<div></span>'.repeat(20_000) + words },
  { name: 'bold-25000', html: () => `<p>${'<b>'.repeat(200)}x${'</p><p>x'.repeat(25_000)}${words}` },
  { name: 'attributes-100000', html: () => `<p ${counted(100_000, (at) => `a${at} `)}>${words}</p>` },
  { name: 'paragraphs-14000', html: () => '<p>some words, and more words here, to count<br><br>'.repeat(14_000) },
  { name: 'divisions-59000', html: () => '<div>'.repeat(59_000) + words },
  { name: 'links-in-links', html: () => text('<a href="https://a.example/">x', 30_000) },
  { name: 'nobr', html: () => text(`${'<i><b><u><s>'.repeat(8)}<p>x`, 3000) },
  { name: 'fonts', html: () => words + counted(30_000, (at) => `<font a${at % 3}>`) },
  { name: 'fonts-that-differ', html: () => words + counted(20_000, (at) => `<font size="${at}">x</p>`) },
  { name: 'table-text', html: () => `<table>${'x<td>'.repeat(30_000)}${words}` },
  { name: 'tables-in-tables', html: () => `${'<table><tr><td>'.repeat(15_000)}${words}` },
  { name: 'entities', html: () => text('&amp;', 300_000) },
  { name: 'spaces', html: () => `<p>${words}x${' '.repeat(million)}x</p>` },
  { name: 'lines', html: () => `<pre>${'\n'.repeat(million)}x</pre>${words}` },
  { name: 'comment', html: () => `<!--${'-'.repeat(million)}${words}-->${words}` },
  { name: 'templates', html: () => `${'<template>'.repeat(20_000)}${words}` },
  { name: 'svg-and-math', html: () => `${'<svg><math><mtext><b>'.repeat(10_000)}${words}` },
  { name: 'select', html: () => text('<select><option><keygen>', 20_000) },
  { name: 'ends-without-beginnings', html: () => text('</b></p></a></table>', 15_000) },
  { name: 'pictures', html: () => text('<img src="https://a.example/x">', 50_000) },
  { name: 'meta', html: () => counted(50_000, (at) => `<meta name="n${at}" content="x">`) + words },
];

const million = 1_000_000;

/** Two hundred different unclosed elements, which the parser reopens for every further paragraph. */
function ark(paragraphs: number, behind = ''): string {
  return `<p>${counted(200, (at) => `<b a${at}>${behind}`)}${words}${'</p><p>x'.repeat(paragraphs)}`;
}
