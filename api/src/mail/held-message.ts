import { EventEmitter } from 'node:events';
import type { Writable } from 'node:stream';

/** Calls one of the two, once: `finish` sends the letter's end, `refuse` aborts the letter. */
export type HandOver = (finish: () => void, refuse: (error: Error) => void) => void;

/**
 * A letter that nodemailer pipes into a mail server's connection once the server has asked for it. All of its bytes go
 * out, but the stream is ended only when `handOver` allows it: the end of data is what makes the server accept the
 * letter. It is not a Node stream, so that `finish` writes at once and not some turns of the event loop later, when the
 * process might have been killed.
 */
export class HeldMessage extends EventEmitter {
  /** Nodemailer reads this to decide whether another connection may try. */
  readableDidRead = false;
  /** The end may have been sent. */
  isFinished = false;
  #isBrokenOff = false;
  readonly #bytes: Buffer;
  readonly #handOver: HandOver;

  constructor(bytes: Buffer, handOver: HandOver) {
    super();
    this.#bytes = bytes;
    this.#handOver = handOver;
  }

  pipe(connection: Writable): Writable {
    this.readableDidRead = true;
    connection.write(this.#bytes, (error) => {
      if (error || this.#isBrokenOff) return;
      this.#handOver(
        () => {
          if (this.#isBrokenOff || connection.destroyed) return;
          this.isFinished = true;
          connection.end();
        },
        (reason) => void this.emit('error', reason),
      );
    });
    return connection;
  }

  destroy(): void {
    this.#isBrokenOff = true;
  }
}
