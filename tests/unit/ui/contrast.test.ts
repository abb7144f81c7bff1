import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const css = readFileSync(path.resolve(import.meta.dirname, '../../../src/styles/tokens.css'), 'utf8');
const modes = ['light', 'dark'] as const;
type Mode = (typeof modes)[number];
type Colour = [lightness: number, chroma: number, hue: number];

/** Every colour of tokens.css in both modes. */
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\(oklch\(([^)]+)\), oklch\(([^)]+)\)\)/g)].map(([, name, light, dark]) => [
    name ?? '',
    { light: colourFrom(light), dark: colourFrom(dark) },
  ]),
);

function colourFrom(text = ''): Colour {
  const [lightness = NaN, chroma = NaN, hue = NaN] = text.split(' ').map(Number);
  return [lightness, chroma, hue];
}

/** Relative luminance (WCAG) of the colour on an sRGB screen. The matrices are from CSS Color 4. */
function luminance([lightness, chroma, hue]: Colour): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clamp = (part: number) => Math.min(1, Math.max(0, part));
  const red = clamp(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = clamp(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = clamp(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string, mode: Mode): number {
  const [a, b] = [one, other].map((name) => {
    const colour = tokens.get(name)?.[mode];
    if (!colour) throw new Error(`There is no token ${name}.`);
    return luminance(colour);
  });
  return (Math.max(a ?? 0, b ?? 0) + 0.05) / (Math.min(a ?? 0, b ?? 0) + 0.05);
}

const surfaces = ['page', 'raised', 'sunken'];
const tinted = ['primary-soft', 'danger-soft'];

test('black on white is 21 to 1', () => {
  const [white, black] = [luminance([1, 0, 0]), luminance([0, 0, 0])];
  expect((white + 0.05) / (black + 0.05)).toBeCloseTo(21, 1);
});

describe.each(modes)('%s', (mode) => {
  test.each([...surfaces, ...tinted])('body text on %s is AAA', (surface) => {
    expect(contrast('ink', surface, mode)).toBeGreaterThanOrEqual(7);
  });

  test.each(surfaces.flatMap((surface) => ['muted', 'faint', 'primary', 'danger'].map((text) => [text, surface])))(
    '%s on %s is AA',
    (text, surface) => {
      expect(contrast(text, surface, mode)).toBeGreaterThanOrEqual(4.5);
    },
  );

  test.each([
    ['on-primary', 'primary'],
    ['on-primary', 'primary-hover'],
    ['page', 'danger'],
    ['page', 'ink'],
    ['danger', 'danger-soft'],
    ['primary', 'primary-soft'],
    ['muted', 'primary-soft'],
  ])('%s on %s is AA', (text, surface) => {
    expect(contrast(text, surface, mode)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['keyword', 'string', 'constant', 'function', 'comment'])('code: %s is AA', (kind) => {
    expect(contrast(`tok-${kind}`, 'sunken', mode)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(surfaces)('the focus ring is visible on %s', (surface) => {
    expect(contrast('primary', surface, mode)).toBeGreaterThanOrEqual(3);
  });

  test('muted quotations and footnotes are AAA on the page', () => {
    expect(contrast('muted', 'page', mode)).toBeGreaterThanOrEqual(7);
  });

  test.each(['page', 'raised'])('the edge of a control is visible on %s', (surface) => {
    expect(contrast('strong', surface, mode)).toBeGreaterThanOrEqual(3);
  });
});
