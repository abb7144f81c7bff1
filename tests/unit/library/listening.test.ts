import { describe, expect, test } from 'vitest';
import {
  createListening,
  isSameLanguage,
  utterancesOf,
  voicesFor,
  type Speaker,
} from '../../../src/library/browser/listening.ts';

/** A voice that finishes when the test says so. */
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

describe('reading aloud', () => {
  test('goes sentence by sentence, and resets at the end', () => {
    const { said, ends, listening } = begun();
    listening.play();
    listening.play();
    for (const _ of sentences) ends();
    expect(said).toEqual(sentences);
    expect(listening.getSnapshot()).toMatchObject({ playing: false, at: 0, failed: false });
  });

  test('resumes with the paused sentence, and ignores the end of stopped speech', () => {
    const { said, ends, listening } = begun(1);
    listening.play();
    listening.pause();
    ends();
    expect(listening.getSnapshot()).toMatchObject({ playing: false, at: 1 });
    listening.play();
    ends();
    expect(said).toEqual(['Two.', 'Two.', 'Three.']);
  });

  test('moves back and forward within the text, and speaks only while playing', () => {
    const { said, listening } = begun();
    listening.step(-1);
    listening.step(5);
    expect(listening.getSnapshot().at).toBe(2);
    expect(said).toEqual([]);
    listening.play();
    listening.step(-1);
    expect(said).toEqual(['Three.', 'Two.']);
  });

  test('applies a new speed from the current sentence on, and reports a failing voice', () => {
    const { said, ends, listening } = begun();
    listening.play();
    listening.setRate(1.5);
    ends(false);
    expect(said).toEqual(['One.', 'One. at 1.5']);
    expect(listening.getSnapshot()).toMatchObject({ playing: false, failed: true, at: 0 });
  });

  test('does nothing without text', () => {
    const { said, speaker } = voice();
    createListening(0, () => '', speaker).play();
    expect(said).toEqual([]);
  });
});

test('sentences know their position, and those without words are skipped', () => {
  expect(utterancesOf('Ink dries. Why? So.', 10).map(({ text }) => text)).toEqual(['Ink dries.', 'Why?', 'So.']);
  expect(utterancesOf('  Ink dries.', 10)).toEqual([{ text: 'Ink dries.', start: 12, end: 22 }]);
  expect(utterancesOf(' — ', 0)).toEqual([]);
});

test('voices for the text’s language come first, then its region and the device’s default', () => {
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
