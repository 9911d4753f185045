import { EventEmitter } from 'node:events';
import type { Writable } from 'node:stream';

/** Calls one of the two, once: `finish` lets the letter's end go out, `refuse` breaks the letter off. */
export type HandOver = (finish: () => void, refuse: (error: Error) => void) => void;

/**
 * A letter as nodemailer sends it: something to pipe into a mail server's connection once the server has asked for the
 * letter. All of its bytes go out, but the stream is ended, and the end of data that makes the server take the letter
 * written, only when `handOver` says so. That it is no stream of Node's own is what makes `finish` write at once, and
 * not some turns of the event loop later: a process may be killed in between.
 */
export class HeldMessage extends EventEmitter {
  /** As nodemailer asks whether another connection may try. */
  readableDidRead = false;
  /** The end may be on its way. */
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
