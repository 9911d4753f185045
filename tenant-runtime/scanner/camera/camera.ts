/** Opens the phone's camera as a stream and controls its lens and torch. */

/** Image Capture constraints (W3C) that the DOM types lack. */
interface LensCapabilities extends MediaTrackCapabilities {
  torch?: boolean;
  zoom?: { min: number; max: number; step?: number };
  focusMode?: string[];
}
type LensConstraints = MediaTrackConstraintSet & { torch?: boolean; zoom?: number; focusMode?: string };

const picture = { width: { ideal: 1280 }, height: { ideal: 720 } };

async function request(video: MediaTrackConstraints): Promise<MediaStream> {
  if (!navigator.mediaDevices) throw new DOMException('No camera without HTTPS', 'SecurityError');
  return navigator.mediaDevices.getUserMedia({ audio: false, video: { ...video, ...picture } });
}

/** Opens the camera chosen last, if it is still there; otherwise the rear camera. */
export async function openCamera(deviceId: string | null): Promise<MediaStream> {
  if (deviceId) {
    try {
      return await request({ deviceId: { exact: deviceId } });
    } catch (error) {
      if (!(error instanceof Error) || !['OverconstrainedError', 'NotFoundError'].includes(error.name)) throw error;
    }
  }
  return request({ facingMode: { ideal: 'environment' } });
}

export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

interface Zoom {
  min: number;
  max: number;
  step: number;
}

interface Lens {
  torch: boolean;
  zoom: Zoom | null;
  deviceId: string | null;
  set: (wanted: { torch?: boolean; zoom?: number }) => Promise<void>;
}

/** The camera's features besides the picture; continuous autofocus is switched on. */
export function lensOf(stream: MediaStream): Lens {
  const [track] = stream.getVideoTracks();
  const can: LensCapabilities = track?.getCapabilities?.() ?? {};
  const set = async (wanted: LensConstraints): Promise<void> => {
    // A torch that does not light is no reason to stop.
    await track?.applyConstraints({ advanced: [wanted as MediaTrackConstraintSet] }).catch(() => {});
  };
  if (can.focusMode?.includes('continuous')) void set({ focusMode: 'continuous' });
  const zoom = can.zoom && can.zoom.max > can.zoom.min ? { ...can.zoom, step: can.zoom.step || 0.1 } : null;
  return { torch: can.torch === true, zoom, deviceId: track?.getSettings().deviceId ?? null, set };
}

/** The next camera after this one; null when there is no other. */
export async function nextCamera(deviceId: string | null): Promise<string | null> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  const cameras = devices.filter(({ kind, deviceId: id }) => kind === 'videoinput' && id !== '');
  if (cameras.length < 2) return null;
  const at = cameras.findIndex((camera) => camera.deviceId === deviceId);
  return cameras[(at + 1) % cameras.length]?.deviceId ?? null;
}

/** Turns the browser's camera error into a text that the user can act on. */
export function explainCamera(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError') return 'Разрешите доступ к камере в настройках браузера или введите код';
  if (name === 'NotFoundError') return 'Камеры не видно. Введите код или название';
  if (name === 'NotReadableError') return 'Камера занята другим приложением. Закройте его и повторите';
  if (name === 'SecurityError') return 'Камера работает только по защищённому адресу (https). Введите код или название';
  return 'Камера не включилась. Повторите или введите код';
}
