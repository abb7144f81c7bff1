import { useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/forms/Field.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import {
  createListening,
  isSameLanguage,
  languageInWords,
  listenedBefore,
  rangeOf,
  rememberListening,
  utterancesIn,
  voicesFor,
  type Listening,
  type Speaker,
  type Utterance,
} from '../browser/listening.ts';

type Props = {
  uuid: string;
  title: string;
  language: string;
  text: HTMLElement;
  onClose: () => void;
};

/** Some browsers report their voices late, and some never report that they have none. */
const voicesMs = 2000;
const rates = [0.75, 1, 1.25, 1.5, 1.75, 2];

/** Reads a text aloud with the voices of the device. */
export function Listen(props: Props) {
  const voices = useVoices();
  if (!voices)
    return (
      <Panel>
        <Loading what="Looking for voices" lines={1} />
      </Panel>
    );
  if (voices.length === 0) {
    return (
      <Panel>
        <Notice title="This browser has no voices">
          Your device provides the voices that read aloud. Add one in its settings, under Speech or Accessibility, or
          try another browser.
        </Notice>
        <Button size="xs" variant="ghost" color="neutral" className="justify-self-start" onClick={props.onClose}>
          Close
        </Button>
      </Panel>
    );
  }
  return <Player {...props} voices={voices} />;
}

function Player({ uuid, title, language, text, voices, onClose }: Props & { voices: readonly SpeechSynthesisVoice[] }) {
  const [before] = useState(() => listenedBefore(uuid));
  const fitting = voicesFor(voices, language);
  const [name, setName] = useState(before.voice);
  const voice = fitting.find(({ voiceURI }) => voiceURI === name) ?? fitting[0];
  const spoken = useMemo(() => utterancesIn(text), [text]);
  const [{ speaker, choose }] = useState(() => speakerWith(voice));
  const [listening] = useState(() => createListening(spoken.length, (at) => spoken[at]?.text ?? '', speaker, before));
  const state = useSyncExternalStore(listening.subscribe, listening.getSnapshot);
  const now = spoken[state.at];
  const isForeign = voice !== undefined && language !== '' && !isSameLanguage(voice.lang, language);

  useEffect(() => showSpoken(text, now, state.playing), [text, now, state.playing]);
  useEffect(
    () => rememberListening(uuid, { rate: state.rate, voice: name, at: state.at }),
    [uuid, name, state.rate, state.at],
  );
  useEffect(() => offerToDevice(listening, title), [listening, title]);
  useEffect(() => {
    // If no voice speaks the language, nothing is read before the user knows that.
    if (!isForeign) listening.play();
    return () => listening.pause();
  }, [listening, isForeign]);

  return (
    <Panel>
      <div className="flex flex-wrap items-center gap-2">
        <Button size="xs" variant="ghost" color="neutral" onClick={() => listening.step(-1)}>
          Back
        </Button>
        <Button size="sm" onClick={() => (state.playing ? listening.pause() : listening.play())}>
          {state.playing ? 'Pause' : 'Play'}
        </Button>
        <Button size="xs" variant="ghost" color="neutral" onClick={() => listening.step(1)}>
          Forward
        </Button>
        <div className="flex min-w-0 gap-2 max-sm:w-full">
          {' '}
          <Select
            aria-label="Speed"
            className="w-22"
            value={String(state.rate)}
            onChange={({ target }) => listening.setRate(Number(target.value))}
          >
            {rates.map((rate) => (
              <option key={rate} value={rate}>
                {rate} ×
              </option>
            ))}
          </Select>
          <div className="min-w-0 flex-1 sm:w-44 sm:flex-none">
            {' '}
            <Select
              aria-label="Voice"
              className="w-full min-w-0"
              value={voice?.voiceURI}
              onChange={({ target }) => {
                setName(target.value);
                choose(fitting.find(({ voiceURI }) => voiceURI === target.value));
                listening.again();
              }}
            >
              {fitting.map(({ voiceURI, name: called }) => (
                <option key={voiceURI} value={voiceURI}>
                  {called}
                </option>
              ))}
            </Select>
          </div>
        </div>{' '}
        <span className="text-sm text-muted tabular-nums">
          Sentence {state.at + 1} of {spoken.length}
        </span>
        <Button size="xs" variant="ghost" color="neutral" className="ms-auto" onClick={onClose}>
          Close
        </Button>
      </div>
      {isForeign && (
        <Notice title={`No voice here speaks ${languageInWords(language)}`}>
          Play uses a voice for {languageInWords(voice.lang)}, which may be hard to understand. You can add another one
          in your device’s settings, under Speech or Accessibility.
        </Notice>
      )}
      {state.failed && (
        <Notice kind="danger">The voice stopped. Press Play to continue, or choose another voice.</Notice>
      )}
      <p className="m-0 text-sm text-muted">
        Reading aloud continues while this page is open. Many phones stop it when the screen locks.
      </p>
    </Panel>
  );
}

function Panel({ children }: { children: ReactNode }) {
  return (
    <section
      aria-label="Listen"
      lang="en"
      className="sticky bottom-3 z-20 mt-6 grid gap-2 rounded-xl border border-line bg-raised p-3 shadow-lg print:hidden"
    >
      {children}
    </section>
  );
}

/** The voices of the device, once they are loaded; empty if there are none. */
function useVoices(): readonly SpeechSynthesisVoice[] | undefined {
  const [voices, setVoices] = useState<readonly SpeechSynthesisVoice[]>();
  useEffect(() => {
    // According to the types, every browser has it.
    const synthesis = (window as Partial<Window>).speechSynthesis;
    const look = () => {
      const found = synthesis?.getVoices() ?? [];
      if (found.length > 0) setVoices(found);
    };
    look();
    const timer = setTimeout(() => setVoices((known) => known ?? []), synthesis ? voicesMs : 0);
    synthesis?.addEventListener('voiceschanged', look);
    return () => {
      clearTimeout(timer);
      synthesis?.removeEventListener('voiceschanged', look);
    };
  }, []);
  return voices;
}

/** The device as a `Speaker`, with the currently chosen voice. */
function speakerWith(first: SpeechSynthesisVoice | undefined) {
  let voice = first;
  // Chromium drops an utterance that nothing references, and never reports its end.
  let held: SpeechSynthesisUtterance | undefined;
  const speaker: Speaker = {
    speak(text, rate, onEnd) {
      const utterance = new SpeechSynthesisUtterance(text);
      if (voice) Object.assign(utterance, { voice, lang: voice.lang });
      utterance.rate = rate;
      utterance.addEventListener('end', () => onEnd(true));
      utterance.addEventListener('error', () => onEnd(false));
      held = utterance;
      speechSynthesis.speak(held);
    },
    stop: () => speechSynthesis.cancel(),
  };
  const choose = (other: SpeechSynthesisVoice | undefined) => void (voice = other);
  return { speaker, choose };
}

/** Media keys and the lock screen, if the browser lets a page without an audio element use them. */
function offerToDevice(listening: Listening, title: string): () => void {
  const session = (navigator as Partial<Navigator>).mediaSession;
  if (!session) return () => undefined;
  const handlers: Partial<Record<MediaSessionAction, () => void>> = {
    play: listening.play,
    pause: listening.pause,
    previoustrack: () => listening.step(-1),
    nexttrack: () => listening.step(1),
  };
  session.metadata = new MediaMetadata({ title });
  for (const [action, handler] of Object.entries(handlers))
    session.setActionHandler(action as MediaSessionAction, handler);
  return () => {
    session.metadata = null;
    for (const action of Object.keys(handlers)) session.setActionHandler(action as MediaSessionAction, null);
  };
}

const mark = 'spoken';

/** Marks the sentence without changing the text, and keeps it in sight while it is read. Returns a function that ends it. */
function showSpoken(root: HTMLElement, sentence: Utterance | undefined, playing: boolean): () => void {
  const range = sentence && rangeOf(root, sentence);
  const marks = (CSS as { highlights?: HighlightRegistry }).highlights;
  if (range && marks) marks.set(mark, new Highlight(range));
  if (range && playing) {
    const { top, bottom } = range.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight * 0.8) {
      range.startContainer.parentElement?.scrollIntoView({ block: 'center', behavior: 'instant' });
    }
  }
  return () => void marks?.delete(mark);
}
