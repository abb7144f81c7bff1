import * as z from 'zod';

const OneOrMore = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());
const Pattern = OneOrMore.pipe(z.array(z.string().startsWith('/')));

/** The parts of a function's exported `config` that matter here. */
export const FunctionConfig = z.object({
  path: Pattern.optional(),
  excludedPath: Pattern.default([]),
  method: OneOrMore.pipe(z.array(z.string().toUpperCase())).optional(),
  preferStatic: z.boolean().default(false),
  schedule: z.string().optional(),
  background: z.boolean().default(false),
});
export type FunctionConfig = z.infer<typeof FunctionConfig>;

export interface Route<Target> {
  target: Target;
  /** The pattern of the paths that it serves. */
  path: string;
  /** Whether a file at the same path is served instead. */
  preferStatic: boolean;
  /** The parameters of a matching request; undefined if the route does not match. `path` comes from `plainPath`. */
  params: (path: PlainPath, method: string) => Record<string, string> | undefined;
  /** Lower is more specific, part by part. */
  order: number[];
}

/** A path without its trailing slash, as requested and in lower case: made once for all routes. */
export type PlainPath = { asked: string; lower: string };

export function plainPath(pathname: string): PlainPath {
  const asked = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  return { asked, lower: asked.toLowerCase() };
}

/** One route for each path pattern that a function serves. Scheduled functions have no address, as on the platform. */
export function routesOf<Target>(name: string, config: FunctionConfig, target: Target): Route<Target>[] {
  if (config.schedule !== undefined) return [];
  const excluded = config.excludedPath.map(patternOf);
  return (config.path ?? [`/.netlify/functions/${name}`]).map((path) => {
    const pattern = patternOf(path);
    const beginning = plainBeginning(path);
    return {
      target,
      path,
      preferStatic: config.preferStatic,
      order: path.split('/').slice(1).map(openness),
      params({ asked, lower }, method) {
        if (config.method && !config.method.includes(method)) return undefined;
        // A URLPattern takes ten times as long, and hardly any of the hundred routes match.
        if (!lower.startsWith(beginning)) return undefined;
        const match = pattern.exec({ pathname: asked });
        if (!match || excluded.some((one) => one.test({ pathname: asked }))) return undefined;
        return present(match.pathname.groups);
      },
    };
  });
}

/** The more specific of two routes first: `/notes/new` before `/notes/:id` before `/notes/*`. */
export function bySpecificity(a: Route<unknown>, b: Route<unknown>): number {
  for (let part = 0; part < Math.max(a.order.length, b.order.length); part += 1) {
    const difference = (a.order[part] ?? 0) - (b.order[part] ?? 0);
    if (difference !== 0) return difference;
  }
  return b.order.length - a.order.length;
}

function patternOf(path: string): URLPattern {
  return new URLPattern({ pathname: path }, { ignoreCase: true });
}

/** The literal parts with which a matching path begins: `/notes` of `/notes/:id`. */
function plainBeginning(path: string): string {
  const [plain = ''] = /^[\w/.-]*/.exec(path) ?? [];
  return (plain === path ? plain : plain.replace(/\/[^/]*$/, '')).toLowerCase();
}

function openness(part: string): number {
  if (part.includes('*') || /[+?]$/.test(part)) return 3;
  if (part.startsWith(':') && !part.includes('(')) return 2;
  return /[:({]/.test(part) ? 1 : 0;
}

/** The groups that matched, still percent-encoded, as on the platform. */
function present(groups: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(groups).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
