import { useEffect, useRef, useState } from 'react';
import { useChatContext } from './chat-context.ts';

/** The formats that messengers send, and the one that Safari has instead. */
const KINDS = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'audio/mp4'];
const BITS_PER_SECOND = 32_000;
const LONGEST_S = 600;

const reasons: Record<string, string> = {
  NotAllowedError: 'Разрешите доступ к микрофону в настройках браузера',
  NotFoundError: 'Микрофона не видно. Подключите его и повторите',
  NotReadableError: 'Микрофон занят другой программой',
};
const reasonOf = (error: unknown): string =>
  reasons[error instanceof Error ? error.name : ''] ?? 'Запись не началась. Повторите';

export interface Voice {
  sound: Blob;
  seconds: number;
}

interface Recording {
  recorder: MediaRecorder;
  stream: MediaStream;
  startedAt: number;
  kept: boolean;
}

async function begin(onDone: (voice: Voice | null) => void): Promise<Recording> {
  // A page without TLS, except on localhost, has no microphone.
  if (!navigator.mediaDevices || !('MediaRecorder' in window)) throw new Error('no recorder');
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const mimeType = KINDS.find((kind) => MediaRecorder.isTypeSupported(kind));
  const recorder = new MediaRecorder(stream, { audioBitsPerSecond: BITS_PER_SECOND, ...(mimeType && { mimeType }) });
  const recording = { recorder, stream, startedAt: performance.now(), kept: false };
  const pieces: Blob[] = [];
  recorder.ondataavailable = ({ data }) => pieces.push(data);
  recorder.onstop = () => {
    for (const track of stream.getTracks()) track.stop();
    const seconds = Math.max(1, Math.round((performance.now() - recording.startedAt) / 1000));
    onDone(recording.kept ? { sound: new Blob(pieces, { type: recorder.mimeType }), seconds } : null);
  };
  recorder.start();
  return recording;
}

function finish(recording: Recording | null, kept: boolean): void {
  if (!recording || recording.recorder.state === 'inactive') return;
  recording.kept = kept;
  recording.recorder.stop();
}

/** Records a voice message; `seconds` is null while nothing is recorded. Leaving the page releases the microphone. */
export function useRecorder(onVoice: ((voice: Voice) => void) | undefined) {
  const { notify } = useChatContext();
  const [seconds, setSeconds] = useState<number | null>(null);
  const current = useRef<Recording | null>(null);
  const asking = useRef(false);
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
      finish(current.current, false);
    };
  }, []);

  const isRecording = seconds !== null;
  useEffect(() => {
    if (!isRecording) return;
    const timer = setInterval(() => {
      // A tick between stopping and the next render would show a recording that cannot be stopped.
      if (!current.current) return;
      const passed = Math.floor((performance.now() - current.current.startedAt) / 1000);
      setSeconds(passed);
      if (passed >= LONGEST_S) finish(current.current, true);
    }, 250);
    return () => clearInterval(timer);
  }, [isRecording]);

  async function start() {
    if (asking.current || current.current) return;
    asking.current = true;
    try {
      current.current = await begin((voice) => {
        current.current = null;
        setSeconds(null);
        if (voice) onVoice?.(voice);
      });
      if (left.current) finish(current.current, false);
      else setSeconds(0);
    } catch (error) {
      notify.error(reasonOf(error));
    } finally {
      asking.current = false;
    }
  }
  return { seconds, start, send: () => finish(current.current, true), cancel: () => finish(current.current, false) };
}
