/** Reads barcodes in one frame of the camera. */
export interface FrameReader {
  engine: 'native' | 'wasm' | 'script';
  /** Codes as they are stored, their check digits right; none to be believed alone. */
  read: (video: HTMLVideoElement) => Promise<string[]>;
}
