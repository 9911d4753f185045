import { BrowserMultiFormatOneDReader, HTMLCanvasElementLuminanceSource } from '@zxing/browser';
import { DecodeHintType } from '@zxing/library';
import { CameraOff } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createTwoReads } from '../../lib/two-reads.ts';
import { Button } from '../../ui/Button.tsx';
import classes from './Find.module.css';

// Undefined at first in 0.2.1, and only null makes it be created: the loop would die on the first frame without a code.
Object.assign(HTMLCanvasElementLuminanceSource.prototype, { tempCanvasElement: null });

const constraints: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
};

/** What the browser says of a camera, as a person can act on it. */
function explain(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError') return 'Разрешите доступ к камере в настройках браузера или введите код';
  if (name === 'NotFoundError') return 'Камеры не видно. Введите код или название';
  if (name === 'NotReadableError') return 'Камера занята другим приложением. Закройте его и повторите';
  return 'Камера не включилась. Повторите или введите код';
}

export function Camera({ onCode }: { onCode: (ean: string) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const found = useEffectEvent(onCode);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt starts the camera anew
  useEffect(() => {
    let closed = false;
    let stop = (): void => {};
    const sure = createTwoReads();
    const reader = new BrowserMultiFormatOneDReader(new Map([[DecodeHintType.TRY_HARDER, true]]), {
      delayBetweenScanAttempts: 60,
      delayBetweenScanSuccess: 60,
    });
    reader
      .decodeFromConstraints(constraints, video.current ?? undefined, (result) => {
        const code = result && sure(result.getText());
        if (code && !closed) found(code);
      })
      .then(
        (controls) => {
          stop = () => controls.stop();
          if (closed) stop();
        },
        (error: unknown) => !closed && setFailure(explain(error)),
      );
    return () => {
      closed = true;
      stop();
    };
  }, [attempt]);

  if (failure) {
    return (
      <div className={classes.camera}>
        <CameraOff size={40} aria-hidden />
        <p className={classes.failure} role="alert">
          {failure}
        </p>
        <Button
          onClick={() => {
            setFailure(null);
            setAttempt((before) => before + 1);
          }}
        >
          Включить камеру
        </Button>
      </div>
    );
  }
  return (
    <div className={classes.camera}>
      <video ref={video} className={classes.video} playsInline muted aria-label="Картинка камеры" />
      <span className={classes.aim} aria-hidden />
      <p className={classes.hint}>Наведите на штрихкод</p>
    </div>
  );
}
