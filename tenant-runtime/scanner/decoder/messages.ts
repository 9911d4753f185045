export interface Asked {
  id: number;
  width: number;
  height: number;
  pixels: ArrayBuffer;
}

export type DecoderMessage = { ready: boolean } | { id: number; codes: string[] };
