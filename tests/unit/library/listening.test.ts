import { describe, expect, test } from 'vitest';
import {
  createListening,
  isSameLanguage,
  spokenOf,
  voicesFor,
  type Speaker,
} from '../../../src/library/browser/listening.ts';

/** Speaks at once what a test lets it end. */
function voice() {
  const said: string[] = [];
  let end: ((spoken: boolean) => void) | undefined;
  const speaker: Speaker = {
    speak(text, rate, onEnd) {
      said.push(rate === 1 ? text : `${text} at ${rate}`);
      end = onEnd;
    },
    stop: () => undefined,
  };
  return { said, speaker, ends: (spoken = true) => end?.(spoken) };
}

const sentences = ['One.', 'Two.', 'Three.'];
const begun = (at = 0) => {
  const { said, speaker, ends } = voice();
  const listening = createListening(sentences.length, (index) => sentences[index] ?? '', speaker, { at });
  return { said, ends, listening };
};

describe('listening', () => {
  test('goes from sentence to sentence, and at the end is where it began', () => {
    const { said, ends, listening } = begun();
    listening.play();
    listening.play();
    for (const _ of sentences) ends();
    expect(said).toEqual(sentences);
    expect(listening.getSnapshot()).toMatchObject({ playing: false, at: 0, failed: false });
  });

  test('goes on with the sentence in which it paused, and takes no notice of what was stopped', () => {
    const { said, ends, listening } = begun(1);
    listening.play();
    listening.pause();
    ends();
    expect(listening.getSnapshot()).toMatchObject({ playing: false, at: 1 });
    listening.play();
    ends();
    expect(said).toEqual(['Two.', 'Two.', 'Three.']);
  });

  test('goes back and forward within the text, speaking only while it plays', () => {
    const { said, listening } = begun();
    listening.step(-1);
    listening.step(5);
    expect(listening.getSnapshot().at).toBe(2);
    expect(said).toEqual([]);
    listening.play();
    listening.step(-1);
    expect(said).toEqual(['Three.', 'Two.']);
  });

  test('takes another speed from the sentence on that is spoken, and says when the voice failed', () => {
    const { said, ends, listening } = begun();
    listening.play();
    listening.setRate(1.5);
    ends(false);
    expect(said).toEqual(['One.', 'One. at 1.5']);
    expect(listening.getSnapshot()).toMatchObject({ playing: false, failed: true, at: 0 });
  });

  test('of nothing is nothing', () => {
    const { said, speaker } = voice();
    createListening(0, () => '', speaker).play();
    expect(said).toEqual([]);
  });
});

test('sentences know where they stand, and what has no words is not spoken', () => {
  expect(spokenOf('Ink dries. Why? So.', 10).map(({ text }) => text)).toEqual(['Ink dries.', 'Why?', 'So.']);
  expect(spokenOf('  Ink dries.', 10)).toEqual([{ text: 'Ink dries.', start: 12, end: 22 }]);
  expect(spokenOf(' — ', 0)).toEqual([]);
});

test('voices are those of the text’s language, its own region and the device’s choice first', () => {
  const voices = [
    { lang: 'de-DE', default: true },
    { lang: 'en-US', default: false },
    { lang: 'en_GB', default: false },
  ];
  expect(voicesFor(voices, 'en-GB').map(({ lang }) => lang)).toEqual(['en_GB', 'en-US']);
  expect(voicesFor(voices, 'de').map(({ lang }) => lang)).toEqual(['de-DE']);
  expect(voicesFor(voices, 'fi')).toHaveLength(3);
  expect(['nb-NO', 'nb_NO', 'no'].map((tag) => isSameLanguage(tag, 'nn'))).toEqual([true, true, true]);
  expect(isSameLanguage('en-GB', 'fi')).toBe(false);
  expect(voicesFor(voices, '')[0]?.lang).toBe('de-DE');
});
