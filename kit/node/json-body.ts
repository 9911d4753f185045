import type { IncomingMessage, ServerResponse } from 'node:http';
import express from 'express';

/** No body of ours is nested deeper. */
export const DEEPEST = 100;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Whether brackets outside strings are nested deeper than DEEPEST. It stops at the first one. */
function isDeep(json: Uint8Array): boolean {
  let [depth, inText] = [0, false];
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] as number;
    if (inText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) inText = false;
    } else if (byte === QUOTE) inText = true;
    else if (OPENING.has(byte)) {
      depth += 1;
      if (depth > DEEPEST) return true;
    } else if (CLOSING.has(byte)) depth -= 1;
  }
  return false;
}

/** An error in the form of body-parser's rejections. */
const refusal = (type: string): Error => Object.assign(new Error(type), { type });

/** For `verify` of body-parser. In another encoding than UTF-8 a byte is no sign of its own. */
function refuseDeep(_req: unknown, _res: unknown, json: Uint8Array, encoding: string): void {
  if (encoding !== 'utf-8') throw refusal('charset.unsupported');
  if (isDeep(json)) throw refusal('entity.too.deep');
}

type Verify = (req: IncomingMessage, res: ServerResponse, body: Buffer, encoding: string) => void;
type Options = Omit<NonNullable<Parameters<typeof express.json>[0]>, 'limit'>;

/**
 * Reads JSON bodies of up to `limit`, in bytes or as `1mb`; every body of ours is read by it. A hundred kilobytes that are
 * nested without end would take fifty milliseconds of the process that serves everybody: they are refused before they are
 * parsed.
 */
export function jsonBody(limit: string | number, options: Options = {}): ReturnType<typeof express.json> {
  const verify: Verify = (req, res, body, encoding) => {
    options.verify?.(req, res, body, encoding);
    refuseDeep(req, res, body, encoding);
  };
  return express.json({ ...options, limit, verify });
}
