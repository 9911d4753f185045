/** The user's camera settings on this phone, kept for the next time. */
interface CameraChoices {
  deviceId: string | null;
  zoom: number | null;
  sound: boolean;
}

const KEY = 'ostatok-camera';
const none: CameraChoices = { deviceId: null, zoom: null, sound: false };

export function cameraChoices(): CameraChoices {
  try {
    return { ...none, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return none;
  }
}

export function chooseCamera(choice: Partial<CameraChoices>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...cameraChoices(), ...choice }));
  } catch {
    // Without storage the choice is not kept.
  }
}
