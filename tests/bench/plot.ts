import type { PublishRow } from './publish.ts';

const [width, height, left, bottom, top, right] = [700, 340, 70, 46, 20, 216];
const lineHeight = 15;
const series = [
  { name: 'One changed note', colour: '#15803d', figure: (row: PublishRow) => row.publishMs },
  { name: 'Hugo, whole build', colour: '#be185d', figure: (row: PublishRow) => row.hugoMs },
  { name: 'Eleventy, whole build', colour: '#6b7280', figure: (row: PublishRow) => row.eleventyMs },
  { name: 'Build from nothing', colour: '#86a78f', figure: (row: PublishRow) => row.coldMs },
];

/** The rows as an SVG: seconds against notes, both on logarithmic scales. */
export function plot(rows: readonly PublishRow[]): string {
  const all = rows.flatMap((row) => series.map(({ figure }) => figure(row))).filter((ms) => ms !== null);
  const [low, high] = [Math.floor(Math.log10(Math.min(...all))), Math.ceil(Math.log10(Math.max(...all)))];
  const notes = rows.map((row) => Math.log10(row.notes));
  const [first, last] = [Math.min(...notes), Math.max(...notes)];
  const x = (count: number) => left + ((Math.log10(count) - first) / (last - first || 1)) * (width - left - right);
  const y = (ms: number) => height - bottom - ((Math.log10(ms) - low) / (high - low || 1)) * (height - bottom - top);
  const ticks = Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index));
  const label = (at: { x: number; y: number; anchor: string }, text: string, colour = '#6b7280') =>
    `<text x="${at.x.toFixed(1)}" y="${at.y.toFixed(1)}" text-anchor="${at.anchor}" fill="${colour}">${text}</text>`;
  const grid = ticks.map(
    (ms) =>
      `<line x1="${left}" x2="${width - right}" y1="${y(ms).toFixed(1)}" y2="${y(ms).toFixed(1)}" stroke="#8884"/>${label({ x: left - 8, y: y(ms) + 4, anchor: 'end' }, `${ms / 1000} s`)}`,
  );
  const sizes = rows.map((row) =>
    label({ x: x(row.notes), y: height - bottom + 20, anchor: 'middle' }, row.notes.toLocaleString('en')),
  );
  const named: number[] = [];
  /** In the margin beside the end of a line, and apart from the name of another that ends near it. */
  const freeFor = (end: { y: number }) => {
    const near = named.find((other) => Math.abs(other - end.y) < lineHeight);
    const y = near === undefined ? end.y : near + (end.y < near ? -lineHeight : lineHeight);
    named.push(y);
    return y;
  };
  const lines = series.flatMap(({ name, colour, figure }) => {
    const points = rows.flatMap((row) => {
      const ms = figure(row);
      return ms === null ? [] : [{ notes: row.notes, x: x(row.notes), y: y(ms) }];
    });
    const end = points.at(-1);
    if (!end) return [];
    // What lies between the end of a line that stops early and the margin is for the others.
    const until = end.notes < Math.max(...rows.map((row) => row.notes)) ? `, to ${end.notes.toLocaleString('en')}` : '';
    const path = points.map((point) => `${point.x.toFixed(1)},${point.y.toFixed(1)}`).join(' ');
    return [
      `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2.5"/>`,
      ...points.map(
        (point) => `<circle cx="${point.x.toFixed(1)}" cy="${point.y.toFixed(1)}" r="3.5" fill="${colour}"/>`,
      ),
      label({ x: width - right + 10, y: freeFor(end) + 4, anchor: 'start' }, name + until, colour),
    ];
  });
  const caption = label({ x: (left + width - right) / 2, y: height - 6, anchor: 'middle' }, 'notes');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12">${[...grid, ...sizes, ...lines, caption].join('')}</svg>\n`;
}
