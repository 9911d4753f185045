/**
 * The format of the extract of drinks, which the platform writes and phones keep: a line of JSON, then blocks of
 * products, each deflated by itself, so that a phone unpacks only the one that a barcode is in.
 */

/** A change of the format is a new number, with which phones take the whole extract again. */
export const EXTRACT_FORMAT = 1;
/** The first part of the address, at every venue and at the platform itself. */
export const EXTRACT_PATH = '/shared/drinks';
export const MOST_EXTRACT_BYTES = 2_000_000;
export const BLOCK_ROWS = 512;

export interface Drink {
  /** GTIN-13. */
  ean: string;
  name: string;
  volumeMl: number | null;
}

export interface ExtractHead {
  format: number;
  version: string;
  rows: number;
  /** The first barcode of each block and the block's length in bytes. */
  blocks: [ean: string, bytes: number][];
}

/** A product that was added or changed, or the barcode alone of one that is no longer in the extract. */
export type DrinkChange = [ean: string, name: string, volumeMl: number | null] | [ean: string];

/** What has changed since a version that a phone has. */
export interface DrinkNews {
  format: number;
  version: string;
  rows: number;
  /** The length of the whole extract in bytes. */
  size: number;
  /** Null when the phone has to take the whole extract. */
  changes: DrinkChange[] | null;
}

const RADIX = 36;
const NEWLINE = 10;

const oneLine = (name: string): string => name.replace(/[\t\r\n]+/g, ' ');

/** One block as text: a line each, with the distance of its barcode from the one before. The barcodes must ascend. */
export function blockText(drinks: readonly Drink[]): string {
  let before = 0;
  const lines = drinks.map(({ ean, name, volumeMl }) => {
    const code = Number(ean);
    const distance = (code - before).toString(RADIX);
    before = code;
    return `${distance}\t${oneLine(name)}\t${volumeMl?.toString(RADIX) ?? ''}\n`;
  });
  return lines.join('');
}

export function* drinksOf(block: string): Generator<Drink, void> {
  let code = 0;
  for (let at = 0, end = block.indexOf('\n'); end >= 0; at = end + 1, end = block.indexOf('\n', at)) {
    const [distance = '', name = '', volume = ''] = block.slice(at, end).split('\t');
    code += Number.parseInt(distance, RADIX);
    yield { ean: String(code).padStart(13, '0'), name, volumeMl: volume ? Number.parseInt(volume, RADIX) : null };
  }
}

export const headText = (head: ExtractHead): string => `${JSON.stringify(head)}\n`;

/** Takes an extract apart; undefined if it is not a whole one of this format, such as one that was cut off. */
export function partsOf(
  file: Uint8Array<ArrayBuffer>,
): { head: ExtractHead; blocks: Uint8Array<ArrayBuffer>[] } | undefined {
  const end = file.indexOf(NEWLINE);
  const head = end < 0 ? undefined : parsed(file.subarray(0, end));
  if (!head) return undefined;
  let at = end + 1;
  const blocks = head.blocks.map(([, bytes]) => {
    const block = file.slice(at, at + bytes);
    at += bytes;
    return block;
  });
  return at === file.length ? { head, blocks } : undefined;
}

function parsed(bytes: Uint8Array<ArrayBuffer>): ExtractHead | undefined {
  try {
    const head: ExtractHead = JSON.parse(new TextDecoder().decode(bytes));
    const isOurs = head.format === EXTRACT_FORMAT && typeof head.version === 'string' && Array.isArray(head.blocks);
    return isOurs ? head : undefined;
  } catch {
    return undefined;
  }
}
