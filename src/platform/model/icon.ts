/** An icon as Iconify describes it: the content of `<svg>`, and the box it is drawn in. */
export type Icon = { body: string; width: number; height: number; left?: number; top?: number };

const part = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const longest = 80;

/** The parts of `lucide:book`; undefined if it is not an icon name. */
export function parseIconName(name: string): { collection: string; icon: string } | undefined {
  if (name.length > longest) return undefined;
  const [collection = '', icon = '', ...rest] = name.split(':');
  return rest.length === 0 && part.test(collection) && part.test(icon) ? { collection, icon } : undefined;
}

const elements = new Set(
  'path g circle ellipse rect line polyline polygon defs clipPath mask use linearGradient radialGradient stop'.split(
    ' ',
  ),
);
const attributes = new Set(
  (
    'd cx cy r rx ry x y x1 x2 y1 y2 fx fy width height points pathLength transform id href xlink:href ' +
    'fill fill-rule fill-opacity stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit ' +
    'stroke-dasharray stroke-dashoffset stroke-opacity opacity color clip-path clip-rule mask vector-effect paint-order ' +
    'offset stop-color stop-opacity gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits'
  ).split(' '),
);
const tag = /<(\/?)([A-Za-z]+)((?:\s+[A-Za-z0-9:-]+="[^"<>&]*")*)\s*(\/?)>\s*/y;
const attribute = /([A-Za-z0-9:-]+)="([^"]*)"/g;
const largestBody = 100_000;

/**
 * Whether an icon's body only draws: shapes and paint, every element closed, no scripts, no references to other files and
 * no links. Anything not known to be harmless is refused, not repaired.
 */
export function isDrawing(body: string): boolean {
  if (body.length > largestBody) return false;
  const open: string[] = [];
  tag.lastIndex = 0;
  while (tag.lastIndex < body.length) {
    const [, closes, name = '', given = '', alone] = tag.exec(body) ?? [];
    if (!elements.has(name)) return false;
    if (closes) {
      if (given || alone || open.pop() !== name) return false;
      continue;
    }
    for (const [, key = '', value = ''] of given.matchAll(attribute)) if (!isPaint(key, value)) return false;
    if (!alone) open.push(name);
  }
  return open.length === 0 && body !== '';
}

function isPaint(key: string, value: string): boolean {
  if (!attributes.has(key)) return false;
  if (key === 'id') return /^[\w.-]+$/.test(value);
  if (key.endsWith('href')) return /^#[\w.-]+$/.test(value);
  return /^url\(#[\w.-]+\)$/.test(value) || !/url|[\\;{}]/i.test(value);
}

/** The icon as an SVG that takes its size and colour from the text around it; undefined if it does more than draw. */
export function svgOf(name: string, { body, width, height, left = 0, top = 0 }: Icon): string | undefined {
  if (![width, height, left, top].every(Number.isFinite) || !isDrawing(body)) return undefined;
  // Ids are unique in a page: the icon's must not clash with the page's or another icon's.
  const scopedBody = body.replace(/( id="|url\(#|href="#)/g, `$1${name.replace(':', '-')}-`);
  return `<svg viewBox="${left} ${top} ${width} ${height}" width="1em" height="1em" aria-hidden="true">${scopedBody}</svg>`;
}
