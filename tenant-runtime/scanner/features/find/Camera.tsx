import { CameraOff } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { cameraChoices } from '../../lib/camera-choices.ts';
import { beep } from '../../lib/camera-sound.ts';
import { loadReader, watchVideo } from '../../lib/decoder.ts';
import { createTwoReads } from '../../lib/two-reads.ts';
import { Button } from '../../ui/Button.tsx';
import classes from './Camera.module.css';
import { CameraControls } from './CameraControls.tsx';
import { useCameraStream } from './CameraStream.ts';

/** Calls back with each code it is sure of: two equal reads with a valid check digit, as it is stored. */
export function Camera({ onCode }: { onCode: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const { stream, failure, start } = useCameraStream();
  const found = useEffectEvent((code: string) => {
    if (cameraChoices().sound) beep();
    onCode(code);
  });

  useEffect(() => {
    const screen = video.current;
    if (!stream || !screen) return;
    let closed = false;
    let stop = (): void => {};
    const sure = createTwoReads();
    screen.srcObject = stream;
    // Refused only until the page is touched; the picture then starts by itself.
    screen.play().catch(() => {});
    loadReader().then((reader) => {
      if (closed) return;
      screen.dataset.engine = reader.engine;
      stop = watchVideo(screen, reader, ([nearest]) => {
        const code = nearest && sure(nearest);
        if (code) found(code);
      });
    });
    return () => {
      closed = true;
      stop();
      screen.srcObject = null;
    };
  }, [stream]);

  if (failure) {
    return (
      <div className={classes.camera}>
        <CameraOff size={40} aria-hidden />
        <p className={classes.failure} role="alert">
          {failure}
        </p>
        <Button onClick={() => start()}>Включить камеру</Button>
      </div>
    );
  }
  return (
    <div className={classes.camera}>
      <video ref={video} className={classes.video} autoPlay playsInline muted aria-label="Картинка камеры" />
      <span className={classes.aim} aria-hidden />
      <p className={classes.hint}>{stream ? 'Наведите на штрихкод' : 'Включаем камеру'}</p>
      {stream && <CameraControls key={stream.id} stream={stream} onSwitch={start} />}
    </div>
  );
}
