import { useEffect, useState } from 'react';
import { loadReader } from '../decoder/decoder.ts';
import { closeCamera, explainCamera, openCamera } from './camera.ts';
import { cameraChoices, chooseCamera } from './camera-choices.ts';

interface CameraState {
  stream: MediaStream | null;
  failure: string | null;
}

/** Opens the camera and passes the stream to `show`, or stops it at once if it has been cancelled meanwhile. */
function open(show: (state: CameraState) => void): () => void {
  let left = false;
  let stream: MediaStream | undefined;
  show({ stream: null, failure: null });
  openCamera(cameraChoices().deviceId).then(
    (opened) => {
      stream = opened;
      if (left) return closeCamera(opened);
      // Another app or the system took the camera, as a call or a locked screen does.
      opened.getVideoTracks()[0]?.addEventListener('ended', () => {
        if (!left) show({ stream: null, failure: explainCamera(new DOMException('', 'NotReadableError')) });
      });
      show({ stream: opened, failure: null });
    },
    (error: unknown) => {
      if (!left) show({ stream: null, failure: explainCamera(error) });
    },
  );
  return () => {
    left = true;
    if (stream) closeCamera(stream);
  };
}

const off: CameraState = { stream: null, failure: null };

/**
 * The camera's stream while the page is visible: a hidden page releases the camera and opens it again when shown. A
 * camera that was put to rest stays off until it is started, or the page is shown again.
 */
export function useCameraStream() {
  const [state, setState] = useState(off);
  const [attempt, setAttempt] = useState(0);
  const [resting, setResting] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens the camera anew
  useEffect(() => {
    let close = (): void => {};
    function follow(): void {
      close();
      const shown = document.visibilityState === 'visible';
      close = shown && !resting ? open(setState) : () => {};
      if (!shown || resting) setState(off);
      if (!shown) setResting(false);
    }
    // The decoder is loaded while the camera starts.
    loadReader().catch(() => {});
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      close();
    };
  }, [attempt, resting]);

  function start(deviceId?: string): void {
    if (deviceId) chooseCamera({ deviceId });
    setResting(false);
    setAttempt((before) => before + 1);
  }
  return { ...state, resting, start, rest: () => setResting(true) };
}
