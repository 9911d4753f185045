/**
 * The format of the extract of drinks, which the platform writes and phones keep: a line of JSON, then blocks of
 * products, each deflated by itself, so that a phone unpacks only the one that a barcode is in. The blocks are of the zlib
 * format, whose checksum tells a damaged one.
 */

/** A change of the format is a new number, with which phones take the whole extract again. */
export const EXTRACT_FORMAT = 1;
/** The first part of the addresses of the files, at every venue and at the platform itself. */
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

/** What a session of a venue is told. The name of the version is a secret: it is the address of its files. */
export interface LatestExtract {
  format: number;
  version: string;
  rows: number;
  /** The length of the whole extract in bytes. */
  size: number;
}

export const wholePath = (version: string): string => `${EXTRACT_PATH}/${version}`;
/** What has changed since another version; 404 where a phone has to take the whole. */
export const changesPath = (version: string, since: string): string => `${wholePath(version)}/since/${since}`;

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

const drinkFrom = (code: number, name: string, volume: string): Drink => ({
  ean: String(code).padStart(13, '0'),
  name,
  volumeMl: volume ? Number.parseInt(volume, RADIX) : null,
});

export function* drinksOf(block: string): Generator<Drink, void> {
  let code = 0;
  for (let at = 0, end = block.indexOf('\n'); end >= 0; at = end + 1, end = block.indexOf('\n', at)) {
    const [distance = '', name = '', volume = ''] = block.slice(at, end).split('\t');
    code += Number.parseInt(distance, RADIX);
    yield drinkFrom(code, name, volume);
  }
}

/** Finds one drink of a block, reading of all others the distance alone. */
export function drinkOf(block: string, ean: string): Drink | undefined {
  const wanted = Number(ean);
  let code = 0;
  for (
    let at = 0, end = block.indexOf('\n');
    end >= at && code <= wanted;
    at = end + 1, end = block.indexOf('\n', at)
  ) {
    const tab = block.indexOf('\t', at);
    code += Number.parseInt(block.slice(at, tab), RADIX);
    if (code !== wanted) continue;
    const [name = '', volume = ''] = block.slice(tab + 1, end).split('\t');
    return drinkFrom(code, name, volume);
  }
  return undefined;
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

const isBlock = ([ean, bytes]: unknown[]): boolean => typeof ean === 'string' && Number.isSafeInteger(bytes);

function parsed(bytes: Uint8Array<ArrayBuffer>): ExtractHead | undefined {
  try {
    const head: ExtractHead = JSON.parse(new TextDecoder().decode(bytes));
    const isOurs = head.format === EXTRACT_FORMAT && typeof head.version === 'string' && head.blocks.every(isBlock);
    return isOurs ? head : undefined;
  } catch {
    return undefined;
  }
}

function isChange(value: unknown): value is DrinkChange {
  if (!Array.isArray(value)) return false;
  const [ean, name, volumeMl] = value;
  if (typeof ean !== 'string' || !/^\d{13}$/.test(ean)) return false;
  return value.length === 1 || (typeof name === 'string' && (volumeMl === null || Number.isSafeInteger(volumeMl)));
}

/** Reads the changes between two versions; undefined if any of them is damaged. */
export function changesOf(text: string): DrinkChange[] | undefined {
  try {
    const changes: unknown = JSON.parse(text);
    return Array.isArray(changes) && changes.every(isChange) ? changes : undefined;
  } catch {
    return undefined;
  }
}
