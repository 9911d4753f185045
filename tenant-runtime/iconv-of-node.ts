/**
 * What the reader of mailboxes needs of `iconv-lite`, by what Node brings: that package's own tables of encodings would take
 * megabytes of each venue's memory. Texts of letters are not decoded at all, names of folders and files are.
 */

const FOLDERS = /^utf-?7-?imap$/i;

/** Names of folders are in a UTF-7 of their own (RFC 3501, 5.1.3): Base64 of UTF-16 between `&` and `-`. */
const decodeFolder = (text: string): string =>
  text.replace(/&([^-]*)-/g, (_, coded: string) =>
    coded === '' ? '&' : Buffer.from(coded.replaceAll(',', '/'), 'base64').swap16().toString('utf16le'),
  );

function codedPart(part: string): string {
  const coded = Buffer.from(part, 'utf16le').swap16().toString('base64');
  return `&${coded.replaceAll('/', ',').replace(/=+$/, '')}-`;
}

const encodeFolder = (text: string): string => text.replaceAll('&', '&-').replace(/[^\x20-\x7e]+/g, codedPart);

const codecs = new Map<string, { decoder: object }>();

function getCodec(name: string): { decoder: object } | undefined {
  const key = String(name).toLowerCase();
  if (!codecs.has(key)) codecs.set(key, { decoder: { name: key } });
  return codecs.get(key);
}

const canDecode = (name: string): boolean => {
  try {
    new TextDecoder(name);
    return true;
  } catch {
    return false;
  }
};

function unused(): never {
  throw new Error('texts of letters are not decoded');
}

export default {
  decode: (bytes: Buffer, name: string): string =>
    FOLDERS.test(name) ? decodeFolder(bytes.toString('latin1')) : new TextDecoder(name).decode(bytes),
  encode: (text: string, name: string): Buffer =>
    FOLDERS.test(name) ? Buffer.from(encodeFolder(text), 'latin1') : Buffer.from(text, 'utf8'),
  encodingExists: canDecode,
  getCodec,
  getDecoder: unused,
  decodeStream: unused,
};
