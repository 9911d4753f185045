import { normaliseEan } from '@ostatok/kit/names/barcode.ts';
import { type Corners, type Evidence, evidenceFor } from './barcode-evidence.ts';
import { drawingOf } from './barcode-patterns.ts';
import { blurredDown, type GreyImage, type Point, sharpened, twiceAsLarge } from './grey-image.ts';
import { readMark } from './read-mark.ts';

/** The formats on bottles, cans and cases, by their names in zxing-wasm. */
export const barcodeFormats = ['EAN13', 'EAN8', 'UPCA', 'UPCE', 'ITF14'] as const;

/** The formats of marks on bottles and cans. */
type MarkFormat = 'DataMatrix' | 'PDF417';

/** Settings of zxing-wasm for every pass: a single row may claim a code, and the claim is then checked here. */
export const decoderSettings = { tryHarder: true, minLineCount: 1, maxNumberOfSymbols: 12 } as const;

/** A decoder's result for one barcode: its format by any of its usual names, and its digits. */
export interface DecodedBarcode {
  format: string;
  text: string;
}

/** A barcode seen in a picture: the number of rows of pixels that gave the same digits, and its position. */
export interface SeenBarcode extends DecodedBarcode {
  lineCount: number;
  position: Corners;
}

/** A decoder's options by their names in zxing-wasm. */
export interface DecoderOptions {
  tryDownscale: boolean;
  downscaleThreshold?: number;
  downscaleFactor?: number;
  binarizer?: 'FixedThreshold';
  tryInvert?: boolean;
  minLineCount?: number;
  maxNumberOfSymbols?: number;
  /** Instead of `barcodeFormats`. */
  formats?: MarkFormat[];
  /** The text as it is, with its separators. */
  textMode?: 'Plain';
}

export type Decoder = (image: GreyImage, options: DecoderOptions) => Promise<SeenBarcode[]>;

const nameOf = (format: string): string => format.toLowerCase().replace(/[^a-z0-9]/g, '');

const isMark = (format: string): boolean => ['datamatrix', 'pdf417'].includes(nameOf(format));

/**
 * Returns a decoded barcode or mark in its stored form, or null if it is neither. Case codes keep their 14 digits.
 */
export function codeOfBarcode({ format, text }: DecodedBarcode): string | null {
  if (isMark(format)) return readMark(text)?.mark ?? null;
  const isCase = nameOf(format).startsWith('itf');
  // An ITF may hold any even number of digits, and a case code has fourteen.
  if (isCase && text.length !== 14) return null;
  return normaliseEan(text);
}

/** One way to examine a photo: a change of the picture and the options of the decoder. */
export interface Pass {
  options: DecoderOptions;
  change?: (image: GreyImage) => GreyImage;
  /** How many times larger the changed picture is. */
  scale?: number;
}

const asItIs: Pass = { options: { tryDownscale: true, downscaleThreshold: 200, downscaleFactor: 2 } };
const plain = { tryDownscale: false };

/**
 * The quickest pass, which every camera frame gets first: it stops at the first code and does not look for light codes
 * on dark.
 */
export const glance: Pass = {
  options: { ...asItIs.options, tryInvert: false, minLineCount: 2, maxNumberOfSymbols: 1 },
};

/** The passes for a photo, one after another until a code is read. On real photos each adds reads that no other has. */
export const photoPasses: readonly Pass[] = [
  asItIs,
  { change: twiceAsLarge, scale: 2, options: plain },
  { change: (image) => blurredDown(image, 3), options: plain },
  { change: (image) => sharpened(twiceAsLarge(image), 4, 3), scale: 2, options: plain },
  { change: (image) => sharpened(image, 4, 2), options: { tryDownscale: true } },
  { options: { tryDownscale: false, binarizer: 'FixedThreshold' } },
];

const marks: DecoderOptions = {
  ...asItIs.options,
  formats: ['DataMatrix', 'PDF417'],
  textMode: 'Plain',
  tryInvert: false,
  maxNumberOfSymbols: 1,
};

/**
 * The passes for a frame in which a glance has found no barcode. Those for marks have formats of their own and come last, so
 * that they cost the reading of barcodes nothing; the second also reads light marks on dark.
 */
export const framePasses: readonly Pass[] = [
  ...photoPasses,
  { options: marks },
  { change: (image) => sharpened(image, 2, 1), options: { ...marks, tryInvert: true } },
];

/** The number of pixels above which a larger picture does not help. */
const LARGE = 1_600_000;

interface Claim {
  code: string;
  lines: number;
  place: Corners;
}

/**
 * Rows with the same digits that make a code certain. Fewer rows need evidence from the picture, and short codes need
 * more of it.
 */
const CERTAIN_ROWS = 15;
const leads = {
  /** Against many rows, only a picture that clearly contradicts them counts. */
  certain: -0.1,
  long: { oneRow: 0.2, moreRows: 0.1 },
  /** A UPC-E or an EAN-8 has only half the digits to check, and is found in pieces of longer codes. */
  short: { oneRow: Number.POSITIVE_INFINITY, moreRows: 0.25 },
};
/** A case code is distinguished from stripes only by its length and check digit. */
const CASE_ROWS = 8;

/** A misprinted code is seen in places as the nearest valid one, but all its rows together differ clearly from that. */
const MOST_STRAIN = 0.4;
/** There has to be paper beside a short code. */
const MOST_UNQUIET = 0.4;
/**
 * The bars of a UPC-E have to be crossed squarely: each half of an EAN-13 is drawn like one, and a row that crosses the
 * bars at an angle sees only that half.
 */
const MOST_SLANT = 0.35;
const UPC_E_MODULES = 51;

function hasEvidence({ lead, strain, unquiet, slant }: Evidence, rows: number, modules: number): boolean {
  const isShort = modules < 95;
  if (strain > MOST_STRAIN) return false;
  if (isShort && unquiet > MOST_UNQUIET) return false;
  if (modules === UPC_E_MODULES && slant > MOST_SLANT) return false;
  if (rows >= CERTAIN_ROWS) return lead > leads.certain;
  const needed = isShort ? leads.short : leads.long;
  return lead >= (rows > 1 ? needed.moreRows : needed.oneRow);
}

/** Returns the claim for a seen barcode, or null if it does not count. */
function claimOf(image: GreyImage, seen: SeenBarcode): Claim | null {
  const code = codeOfBarcode(seen);
  if (!code) return null;
  const claim = { code, lines: seen.lineCount, place: seen.position };
  // A mark corrects its own errors, so what is read of it needs no evidence.
  if (isMark(seen.format)) return claim;
  const format = nameOf(seen.format);
  if (format.startsWith('itf')) return seen.lineCount >= CASE_ROWS ? claim : null;
  const drawn = format === 'upca' || format === 'ean13' ? seen.text.padStart(13, '0') : seen.text;
  const drawing = drawingOf(drawn, format === 'upce');
  if (!drawing) return null;
  const evidence = evidenceFor(image, drawing, seen.position);
  return hasEvidence(evidence, seen.lineCount, drawing.symbology.modules) ? claim : null;
}

const middleOf = ({ topLeft, topRight, bottomLeft, bottomRight }: Corners): Point => ({
  x: (topLeft.x + topRight.x + bottomLeft.x + bottomRight.x) / 4,
  y: (topLeft.y + topRight.y + bottomLeft.y + bottomRight.y) / 4,
});

/** Tells whether two codes overlap, which is impossible: the middle of one lies within half the other's length. */
function overlap(a: Corners, b: Corners): boolean {
  const [one, other] = [middleOf(a), middleOf(b)];
  const length = ({ topLeft, topRight }: Corners): number => Math.hypot(topRight.x - topLeft.x, topRight.y - topLeft.y);
  return Math.hypot(one.x - other.x, one.y - other.y) < Math.max(length(a), length(b)) / 2;
}

function nearestFirst(claims: Claim[], { width, height }: GreyImage): Claim[] {
  const fromMiddle = ({ place }: Claim): number => {
    const { x, y } = middleOf(place);
    return Math.hypot(x - width / 2, y - height / 2);
  };
  return claims.toSorted((a, b) => fromMiddle(a) - fromMiddle(b));
}

/** Returns, of claims for one place, the one with clearly more rows; none if that is undecided. */
function settle(claims: Claim[]): string[] {
  const CLEARLY = 3;
  const stands = (claim: Claim): boolean =>
    claims.every(
      (rival) =>
        rival.code === claim.code || !overlap(rival.place, claim.place) || claim.lines >= CLEARLY * rival.lines,
    );
  return [...new Set(claims.filter(stands).map(({ code }) => code))];
}

function scaledBack({ position, ...seen }: SeenBarcode, scale = 1): SeenBarcode {
  const back = ({ x, y }: Point): Point => ({ x: (x + 0.5) / scale - 0.5, y: (y + 0.5) / scale - 0.5 });
  const { topLeft, topRight, bottomLeft, bottomRight } = position;
  const corners = {
    topLeft: back(topLeft),
    topRight: back(topRight),
    bottomLeft: back(bottomLeft),
    bottomRight: back(bottomRight),
  };
  return { ...seen, position: corners };
}

/**
 * Tries one pass after another until a code is read; `mayGoOn` is asked before each. `looks` is the number of passes
 * tried.
 */
export async function readWith(
  passes: readonly Pass[],
  image: GreyImage,
  decode: Decoder,
  mayGoOn: () => boolean,
): Promise<{ codes: string[]; looks: number }> {
  let looks = 0;
  for (const { change, scale, options } of passes) {
    if (!mayGoOn()) break;
    looks += 1;
    if (scale && image.data.length > LARGE) continue;
    const seen = await decode(change ? change(image) : image, options);
    const claims = seen.map((each) => claimOf(image, scaledBack(each, scale))).filter((claim) => claim !== null);
    const codes = settle(nearestFirst(claims, image));
    if (codes.length > 0) return { codes, looks };
  }
  return { codes: [], looks };
}

/**
 * Returns the codes that a still photo certainly shows, from its middle outwards. It is examined in several passes,
 * until `mayGoOn` returns false because time is up.
 */
export async function readPhoto(
  image: GreyImage,
  decode: Decoder,
  mayGoOn: () => boolean = () => true,
): Promise<string[]> {
  return (await readWith(photoPasses, image, decode, mayGoOn)).codes;
}
