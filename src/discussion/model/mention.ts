import { limits } from '../../platform/model/limits.ts';

const { min, max } = limits.handle;
/** `@handle` as a word of its own: no part of an e-mail address, a longer word or a path. */
const mention = new RegExp(`(?<![\\w@/.-])@([a-z0-9_]{${min},${max}})(?![\\w@-])`, 'gi');
const code = /(`+)[^`][\s\S]*?\1|^(~~~+)[\s\S]*?^\2/gm;

/** The handles that a Markdown text mentions outside of code, in lower case, each once, in their order. */
export function mentionsIn(body: string): string[] {
  const handles = [...body.replace(code, ' ').matchAll(mention)].map(([, handle = '']) => handle.toLowerCase());
  return [...new Set(handles)];
}

/** The handle that is being typed before the caret, if any: `hello @ad` gives `ad`. */
export function mentionBeing(typed: string): string | undefined {
  return /(?:^|[^\w@/.-])@(\w{1,24})$/.exec(typed)?.[1]?.toLowerCase();
}
