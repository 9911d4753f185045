import { TextDecoder } from 'node:util';

function decoded(bytes: Buffer, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Decodes a Russian text by what its bytes are: UTF-16 by its mark, UTF-8 where they are valid UTF-8, which Russian text
 * in windows-1251 never is, and else the encoding that is given, or windows-1251. Returns undefined if they are not that.
 */
export function russianText(bytes: Buffer, otherwise = 'windows-1251'): string | undefined {
  const mark = bytes.toString('hex', 0, 2);
  if (mark === 'fffe') return decoded(bytes, 'utf-16le');
  if (mark === 'feff') return decoded(bytes, 'utf-16be');
  return decoded(bytes, 'utf-8') ?? decoded(bytes, otherwise);
}
