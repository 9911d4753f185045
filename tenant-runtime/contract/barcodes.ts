import { type Corners, type Evidence, evidenceFor } from './barcode-evidence.ts';
import { drawingOf } from './barcode-patterns.ts';
import { normaliseEan } from './ean.ts';
import { blurredDown, type GreyImage, type Point, sharpened, twiceAsLarge } from './grey-image.ts';

/** What bottles, cans and cases carry, in the names of zxing-wasm. */
export const barcodeFormats = ['EAN13', 'EAN8', 'UPCA', 'UPCE', 'ITF14'] as const;

/** How zxing-wasm is to look, whatever else a pass asks: a row alone may claim a code, which is then weighed here. */
export const decoderSettings = { tryHarder: true, minLineCount: 1, maxNumberOfSymbols: 12 } as const;

/** What a decoder says of one barcode: its format by any of its usual names, and the digits it saw. */
export interface DecodedBarcode {
  format: string;
  text: string;
}

/** A barcode seen in a picture: how many rows of pixels said the same, and where they lie. */
export interface SeenBarcode extends DecodedBarcode {
  lineCount: number;
  position: Corners;
}

/** A decoder's options, in the words of zxing-wasm. */
export interface DecoderOptions {
  tryDownscale: boolean;
  downscaleThreshold?: number;
  downscaleFactor?: number;
  binarizer?: 'FixedThreshold';
  tryInvert?: boolean;
  minLineCount?: number;
  maxNumberOfSymbols?: number;
}

export type Decoder = (image: GreyImage, options: DecoderOptions) => Promise<SeenBarcode[]>;

const nameOf = (format: string): string => format.toLowerCase().replace(/[^a-z0-9]/g, '');

/** A decoded barcode as the code it stands for; null where its digits do not check. Case codes stay of 14 digits. */
export function codeOfBarcode({ format, text }: DecodedBarcode): string | null {
  const isCase = nameOf(format).startsWith('itf');
  // The digits of any even number may stand in an ITF, and a case code has fourteen.
  if (isCase && text.length !== 14) return null;
  return normaliseEan(text);
}

/** How a photo is looked at: changed in some way, by a decoder set in some way. */
export interface Pass {
  options: DecoderOptions;
  change?: (image: GreyImage) => GreyImage;
  /** How much larger the changed picture is. */
  scale?: number;
}

const asItIs: Pass = { options: { tryDownscale: true, downscaleThreshold: 200, downscaleFactor: 2 } };
const plain = { tryDownscale: false };

/** The quickest look, which every frame of a camera gets first: done with at the first code, and none for light on dark. */
export const glance: Pass = {
  options: { ...asItIs.options, tryInvert: false, minLineCount: 2, maxNumberOfSymbols: 1 },
};

/** What a photo gets, one after another until something is read. On real photos each adds reads that no other has. */
export const photoPasses: readonly Pass[] = [
  asItIs,
  { change: twiceAsLarge, scale: 2, options: plain },
  { change: (image) => blurredDown(image, 3), options: plain },
  { change: (image) => sharpened(twiceAsLarge(image), 4, 3), scale: 2, options: plain },
  { change: (image) => sharpened(image, 4, 2), options: { tryDownscale: true } },
  { options: { tryDownscale: false, binarizer: 'FixedThreshold' } },
];

/** Pixels beyond which nothing is gained by making a picture larger. */
const LARGE = 1_600_000;

interface Claim {
  code: string;
  lines: number;
  place: Corners;
}

/** Rows that say the same make a code certain; fewer rows need the picture's evidence, short codes more of it. */
const CERTAIN_ROWS = 15;
const leads = {
  /** Against many rows, only a picture that clearly says otherwise counts. */
  certain: -0.1,
  long: { oneRow: 0.2, moreRows: 0.1 },
  /** A UPC-E or an EAN-8 has half the digits to be wrong in, and is found in pieces of longer codes. */
  short: { oneRow: Number.POSITIVE_INFINITY, moreRows: 0.25 },
};
/** A case code has only its length and check digit to tell it from stripes. */
const CASE_ROWS = 8;

/** A misprinted code is seen as the nearest valid one here and there; what all rows together show then differs clearly. */
const MOST_STRAIN = 0.4;
/** Beside a short code there must be paper. */
const MOST_UNQUIET = 0.4;
/**
 * And the bars of a UPC-E must be crossed squarely: each half of an EAN-13 is drawn like one, and a row that leaves the
 * bars aslant sees that half alone.
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

/** What a seen barcode may be counted as: itself, or nothing. */
function claimOf(image: GreyImage, seen: SeenBarcode): Claim | null {
  const code = codeOfBarcode(seen);
  if (!code) return null;
  const claim = { code, lines: seen.lineCount, place: seen.position };
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

/** Two codes cannot stand in one place: the middle of one lies within half the other's length. */
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

/** Of claims on one place the one that clearly more rows bear; none where that cannot be told. */
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

/** Looks in one way after another until something is read; `mayGoOn` is asked before each. `looks`: how many ways were tried. */
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
 * The codes that a still photo shows for certain, from its middle outwards. It is looked at in several ways, until
 * `mayGoOn` says there is no time.
 */
export async function readPhoto(
  image: GreyImage,
  decode: Decoder,
  mayGoOn: () => boolean = () => true,
): Promise<string[]> {
  return (await readWith(photoPasses, image, decode, mayGoOn)).codes;
}
