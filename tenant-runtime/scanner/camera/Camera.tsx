import { readMark } from '@ostatok/tenant-runtime/contract/read-mark.ts';
import { CameraOff, Moon } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { loadReader, watchVideo } from '../decoder/decoder.ts';
import { beep } from '../device/sound.ts';
import { Button } from '../ui/Button.tsx';
import classes from './Camera.module.css';
import { CameraControls } from './CameraControls.tsx';
import { cameraChoices } from './camera-choices.ts';
import { createDebouncedReads } from './debounced-reads.ts';
import { useCameraStream } from './use-camera-stream.ts';
import { useRest } from './use-rest.ts';

/**
 * The last code found. Its bottle is still before the camera when the item's screen closes and must not open again by
 * itself.
 */
let lastGiven: string | undefined;

/** Calls `onCode` with each reliable code in its stored form: a barcode read twice, or a mark. */
export function Camera({ onCode }: { onCode: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const { stream, failure, resting, start, rest } = useCameraStream();
  const inUse = useRest(stream !== null, rest);
  const [deaf, setDeaf] = useState(false);
  const found = useEffectEvent((code: string) => {
    lastGiven = code;
    if (cameraChoices().sound) beep();
    onCode(code);
  });
  const seen = useEffectEvent(inUse);

  useEffect(() => {
    const screen = video.current;
    if (!stream || !screen) return;
    let closed = false;
    let stop = (): void => {};
    const sure = createDebouncedReads(Date.now, lastGiven);
    screen.srcObject = stream;
    // Autoplay may be refused until the page is touched; the video then starts by itself.
    screen.play().catch(() => {});
    const reading = loadReader().then((reader) => {
      if (closed) return;
      screen.dataset.engine = reader.engine;
      stop = watchVideo(screen, reader, (codes) => {
        seen();
        // A mark tells the bottle beside the barcode, which is often next to it.
        const nearest = codes.find((code) => readMark(code) !== null) ?? codes[0];
        const code = nearest && sure(nearest);
        if (code) found(code);
      });
    });
    reading.catch(() => !closed && setDeaf(true));
    return () => {
      closed = true;
      stop();
      screen.srcObject = null;
    };
  }, [stream]);

  if (failure || resting) {
    const Sign = failure ? CameraOff : Moon;
    return (
      <div className={classes.camera}>
        <Sign size={40} aria-hidden />
        <p className={classes.failure} role={failure ? 'alert' : 'status'}>
          {failure ?? 'Камера отдыхает: кодов давно не было'}
        </p>
        <Button onClick={() => start()}>Включить камеру</Button>
      </div>
    );
  }
  const hint = stream ? 'Наведите на штрихкод или марку' : 'Включаем камеру';
  return (
    <div className={classes.camera} onPointerDown={inUse}>
      <video ref={video} className={classes.video} autoPlay playsInline muted aria-label="Картинка камеры" />
      <span className={classes.aim} aria-hidden />
      <p className={classes.hint}>{deaf ? 'Чтение кодов не загрузилось. Введите код' : hint}</p>
      {stream && <CameraControls key={stream.id} stream={stream} onSwitch={start} />}
    </div>
  );
}
