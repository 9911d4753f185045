import { Readable } from 'node:stream';

/** Calls one of the two, once: `finish` lets the letter's end go out, `refuse` breaks the letter off. */
export type HandOver = (finish: () => void, refuse: (error: Error) => void) => void;

/**
 * A letter as it goes into a mail server's connection. All of its bytes go out, but the stream ends, and the end of
 * data that makes the server take it is written, only when `handOver` says so.
 */
export class HeldMessage extends Readable {
  /** The end may be on its way. */
  isFinished = false;
  #bytes: Buffer | undefined;
  readonly #handOver: HandOver;

  constructor(bytes: Buffer, handOver: HandOver) {
    super();
    this.#bytes = bytes;
    this.#handOver = handOver;
  }

  /** The second time: what was given the first is on its way. */
  override _read(): void {
    if (this.#bytes) {
      const bytes = this.#bytes;
      this.#bytes = undefined;
      this.push(bytes);
      return;
    }
    this.#handOver(
      () => {
        // broken off meanwhile: there is no connection left to write to
        if (this.destroyed) return;
        this.isFinished = true;
        this.push(null);
      },
      (error) => void this.destroy(error),
    );
  }
}
