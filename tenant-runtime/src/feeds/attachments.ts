import type { MessageStructureObject } from 'imapflow';

export interface Attachment {
  /** The number of the part within its letter. */
  part: string;
  name: string;
  /** As it is sent: of a file in base64 a third more than the file. */
  bytes: number;
}

const MOST_NAME = 100;
/** What tables and documents are named by. */
const TABLE = /\.(xlsx?|xlsm|csv|tsv|txt|xml|json|gz|zip)$/i;
/** Parts of the letter itself, of its signature, and pictures. */
const NO_FILE = /^(text\/(html|plain|calendar)|image\/|application\/(pkcs7|x-pkcs7|pgp)-signature|multipart\/)/i;

const decoded = (charset: string, bytes: Buffer): string | undefined => {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return undefined;
  }
};

const quotedBytes = (text: string): Buffer =>
  Buffer.from(
    text.replaceAll('_', ' ').replace(/=([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

/** Decodes what the reader of letters has left encoded: it knows Unicode alone, and tills like windows-1251. */
export function fileName(text: string | undefined): string {
  const plain = (text ?? '')
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?([\w-]+)(?:\*[\w-]*)?\?([bq])\?([^?]*)\?=/gi, (word, charset, how, said) => {
      const bytes = /b/i.test(how) ? Buffer.from(said, 'base64') : quotedBytes(said);
      return decoded(charset, bytes) ?? word;
    })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a name is one line
    .replace(/[\u0000-\u001f\u007f/\\]+/g, ' ')
    .trim();
  return plain.slice(-MOST_NAME);
}

/** Lists the files of a letter, those of letters within it too. */
export function attachmentsOf(node: MessageStructureObject): Attachment[] {
  if (node.childNodes?.length) return node.childNodes.flatMap(attachmentsOf);
  const { part = '1', type = '', disposition, dispositionParameters, parameters, size = 0 } = node;
  const name = fileName(dispositionParameters?.filename ?? parameters?.name);
  if (disposition !== 'attachment' && (!name || NO_FILE.test(type)) && !TABLE.test(name)) return [];
  if (/^image\//i.test(type)) return [];
  return [{ part, name: name || 'без названия', bytes: size }];
}

export const mayBeTable = ({ name }: Attachment): boolean => TABLE.test(name) || !/\.\w{1,5}$/.test(name);
