import { useEffect, useRef, useState } from 'react';
import { useChatContext } from './chat-context.ts';

interface Recognized {
  results: ArrayLike<ArrayLike<{ transcript: string }>>;
}

/** The browser's own recognition of speech, as far as it is used here. */
interface Recognition {
  lang: string;
  interimResults: boolean;
  onresult: ((event: Recognized) => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  onend: (() => void) | null;
  start: () => void;
  stop: () => void;
}

type Recognizer = new () => Recognition;

const recognizer = (): Recognizer | undefined => {
  const page = globalThis as { SpeechRecognition?: Recognizer; webkitSpeechRecognition?: Recognizer };
  return page.SpeechRecognition ?? page.webkitSpeechRecognition;
};

const reasons: Record<string, string> = {
  'not-allowed': 'Разрешите доступ к микрофону в настройках браузера',
  'audio-capture': 'Микрофона не видно. Подключите его и повторите',
  network: 'Речь не распозналась: нет связи. Напишите текстом',
};

/**
 * Writes into the field what the browser hears; it is sent only when the person has seen it and presses the button.
 * `isSupported` is false where the browser recognises no speech.
 */
export function useDictation(onText: (text: string) => void) {
  const { notify } = useChatContext();
  const current = useRef<Recognition | null>(null);
  const [isListening, setIsListening] = useState(false);
  useEffect(() => () => current.current?.stop(), []);

  function start() {
    const Recognizer = recognizer();
    if (!Recognizer) return;
    const recognition = new Recognizer();
    recognition.lang = 'ru-RU';
    recognition.interimResults = true;
    recognition.onresult = ({ results }) =>
      onText(Array.from(results, (alternatives) => alternatives[0]?.transcript ?? '').join(' '));
    recognition.onerror = ({ error }) => {
      if (error !== 'aborted' && error !== 'no-speech')
        notify.error(reasons[error] ?? 'Речь не распозналась. Повторите');
    };
    recognition.onend = () => {
      current.current = null;
      setIsListening(false);
    };
    current.current = recognition;
    recognition.start();
    setIsListening(true);
  }

  const toggle = () => (current.current ? current.current.stop() : start());
  return { isSupported: recognizer() !== undefined, isListening, toggle };
}
