import { Flashlight, FlashlightOff, SwitchCamera, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { beep } from '../device/sound.ts';
import { IconButton } from '../ui/Button.tsx';
import classes from './Camera.module.css';
import { lensOf, nextCamera } from './camera.ts';
import { cameraChoices, chooseCamera } from './camera-choices.ts';

/** Kept until the page is left: a shelf that is dark for one bottle is dark for the next. */
let lit = false;

function useNextCamera(deviceId: string | null): string | null {
  const [next, setNext] = useState<string | null>(null);
  useEffect(() => {
    nextCamera(deviceId).then(setNext, () => {});
  }, [deviceId]);
  return next;
}

function SoundSwitch() {
  const [sound, setSound] = useState(() => cameraChoices().sound);
  function turn(): void {
    chooseCamera({ sound: !sound });
    setSound(!sound);
    if (!sound) beep();
  }
  return (
    <IconButton className={classes.control} aria-label="Звук при чтении" aria-pressed={sound} onClick={turn}>
      {sound ? <Volume2 size={22} aria-hidden /> : <VolumeX size={22} aria-hidden />}
    </IconButton>
  );
}

interface Props {
  stream: MediaStream;
  onSwitch: (deviceId: string) => void;
}

/** The controls of this camera's features; there is no torch switch when the camera has no torch. */
export function CameraControls({ stream, onSwitch }: Props) {
  const [lens] = useState(() => lensOf(stream));
  const [torch, setTorch] = useState(lens.torch && lit);
  const [zoom, setZoom] = useState(() => Math.max(lens.zoom?.min ?? 1, cameraChoices().zoom ?? 1));
  const next = useNextCamera(lens.deviceId);

  useEffect(() => {
    if (lens.zoom) void lens.set({ zoom: Math.min(lens.zoom.max, zoom) });
  }, [lens, zoom]);

  useEffect(() => {
    if (lens.torch && lit) void lens.set({ torch: true });
  }, [lens]);

  function turnTorch(): void {
    lit = !torch;
    setTorch(lit);
    void lens.set({ torch: lit });
  }
  return (
    <>
      {lens.zoom && (
        <input
          className={classes.zoom}
          type="range"
          aria-label="Приближение"
          {...lens.zoom}
          value={zoom}
          onChange={({ currentTarget }) => {
            const wanted = Number(currentTarget.value);
            setZoom(wanted);
            chooseCamera({ zoom: wanted });
          }}
        />
      )}
      <div className={classes.controls}>
        {lens.torch && (
          <IconButton className={classes.control} aria-label="Фонарик" aria-pressed={torch} onClick={turnTorch}>
            {torch ? <FlashlightOff size={22} aria-hidden /> : <Flashlight size={22} aria-hidden />}
          </IconButton>
        )}
        {next && (
          <IconButton className={classes.control} aria-label="Другая камера" onClick={() => onSwitch(next)}>
            <SwitchCamera size={22} aria-hidden />
          </IconButton>
        )}
        <SoundSwitch />
      </div>
    </>
  );
}
