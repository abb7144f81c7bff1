import { sentencesOf } from '../../platform/model/text/words.ts';
import { stored } from '../../platform/browser/device-storage.ts';

/** What is spoken in one go, and its position in the text of the element. */
export type Utterance = { text: string; start: number; end: number };

const blocks = 'p,li,h1,h2,h3,h4,h5,h6,blockquote,pre,td,th,dt,dd,figcaption,div';

/** The sentences of an element, in order; none crosses the end of a paragraph, a heading or the like. */
export function utterancesIn(root: Element): Utterance[] {
  const found: Utterance[] = [];
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let part = { block: undefined as Element | null | undefined, text: '', start: 0 };
  const end = () => found.push(...utterancesOf(part.text, part.start));
  let at = 0;
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    const block = node.parentElement?.closest(blocks);
    if (block !== part.block) {
      end();
      part = { block, text: '', start: at };
    }
    part.text += node.data;
    at += node.length;
  }
  end();
  return found;
}

/** The same for one paragraph, which begins at `from`. A sentence without a letter or number is not spoken. */
export function utterancesOf(text: string, from: number): Utterance[] {
  return sentencesOf(text)
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence.text))
    .map(({ text: words, start }) => ({ text: words, start: from + start, end: from + start + words.length }));
}

/** The range of a sentence in an element; undefined if the element has changed meanwhile. */
export function rangeOf(root: HTMLElement, { start, end }: Utterance): Range | undefined {
  const range = document.createRange();
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let at = 0;
  let isStarted = false;
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    if (!isStarted && start < at + node.length) {
      range.setStart(node, start - at);
      isStarted = true;
    }
    if (isStarted && end <= at + node.length) {
      range.setEnd(node, end - at);
      return range;
    }
    at += node.length;
  }
  return undefined;
}

/**
 * Speaks texts. It calls `onEnd` once for each text, with whether it was spoken to its end, but not for a text that was
 * stopped.
 */
export interface Speaker {
  speak: (text: string, rate: number, onEnd: (spoken: boolean) => void) => void;
  stop: () => void;
}

export type ListeningState = {
  /** The sentence that is spoken, or comes next. */
  at: number;
  playing: boolean;
  rate: number;
  /** The device stopped by itself. */
  failed: boolean;
};

/**
 * Speaks sentences one after the other. A pause stops in the sentence, and resuming begins it again: on many phones, a
 * voice that the browser pauses does not resume.
 */
export function createListening(
  count: number,
  textOf: (at: number) => string,
  speaker: Speaker,
  begin: Partial<ListeningState> = {},
) {
  const listeners = new Set<() => void>();
  const within = (at: number) => Math.max(0, Math.min(at, count - 1));
  let state: ListeningState = { rate: 1, failed: false, ...begin, playing: false, at: within(begin.at ?? 0) };
  let turn = 0;

  function setState(next: Partial<ListeningState>) {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  /** Speaks from the current sentence on. What was begun before no longer counts. */
  function speak() {
    turn += 1;
    const mine = turn;
    speaker.stop();
    speaker.speak(textOf(state.at), state.rate, (spoken) => {
      if (mine !== turn || !state.playing) return;
      if (!spoken) return setState({ playing: false, failed: true });
      // After the end, the next press starts from the beginning.
      if (state.at + 1 >= count) return setState({ playing: false, at: 0 });
      setState({ at: state.at + 1 });
      speak();
    });
  }

  function go(at: number) {
    setState({ at: within(at) });
    if (state.playing) speak();
  }

  return {
    getSnapshot: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    play: () => {
      if (count === 0 || state.playing) return;
      setState({ playing: true, failed: false });
      speak();
    },
    pause: () => {
      turn += 1;
      speaker.stop();
      setState({ playing: false });
    },
    step: (by: number) => go(state.at + by),
    /** Faster or slower, from this sentence on. */
    setRate: (rate: number) => {
      setState({ rate });
      if (state.playing) speak();
    },
    /** Begins the sentence again, with another voice. */
    again: () => state.playing && speak(),
  };
}

export type Listening = ReturnType<typeof createListening>;

/** Whether two tags are of one language, in any region. One voice reads both written forms of Norwegian. */
export function isSameLanguage(one: string, other: string): boolean {
  const base = (tag: string) =>
    tag
      .toLowerCase()
      .replace(/[-_].*/s, '')
      .replace(/^n[bn]$/, 'no');
  return base(one) === base(other);
}

/** The English name of a tag's language. */
export function languageInWords(tag: string): string {
  const [base = ''] = tag.split(/[-_]/);
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(base) ?? base;
  } catch {
    // Some devices name voices differently.
    return tag;
  }
}

/** The voices that speak the language, the best match and the device's choice first; all voices if none does. */
export function voicesFor<Voice extends { lang: string; default: boolean }>(
  voices: readonly Voice[],
  language: string,
): Voice[] {
  const fitting = language === '' ? [] : voices.filter(({ lang }) => isSameLanguage(lang, language));
  const exact = ({ lang }: Voice) => lang.toLowerCase().replace('_', '-') === language.toLowerCase();
  return (fitting.length > 0 ? fitting : [...voices]).toSorted(
    (one, other) => Number(exact(other)) - Number(exact(one)) || Number(other.default) - Number(one.default),
  );
}

type Kept = { rate: number; voice: string; places: [uuid: string, at: number][] };

const kept = () =>
  stored<Kept>('commonplace:listening', (value) => {
    const { rate, voice, places } = (value ?? {}) as Partial<Kept>;
    return typeof rate === 'number' && typeof voice === 'string' && Array.isArray(places)
      ? { rate, voice, places }
      : undefined;
  });
const nothing: Kept = { rate: 1, voice: '', places: [] };

/** How the user listens on this device, and their position in this text. */
export function listenedBefore(uuid: string): { rate: number; voice: string; at: number } {
  const { rate, voice, places } = kept().get() ?? nothing;
  return { rate, voice, at: places.find(([each]) => each === uuid)?.[1] ?? 0 };
}

/** Stores that, for the last fifty texts. */
export function rememberListening(
  uuid: string,
  { rate, voice, at }: { rate: number; voice: string; at: number },
): void {
  const others = (kept().get() ?? nothing).places.filter(([each]) => each !== uuid);
  kept().set({ rate, voice, places: [...others, [uuid, at] as [string, number]].slice(-50) });
}
