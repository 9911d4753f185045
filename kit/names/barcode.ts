/** Checks the GTIN check digit: weights 3 and 1 alternate from the right, whatever the length. */
export function hasValidCheckDigit(code: string): boolean {
  let sum = 0;
  for (let i = 0; i < code.length; i += 1) sum += Number(code[code.length - 1 - i]) * (i % 2 === 1 ? 3 : 1);
  return sum % 10 === 0;
}

/**
 * Expands UPC-E (number system, six digits, check digit) to its UPC-A: zeros are inserted where its last digit says.
 */
function expandUpcE(code: string): string {
  const system = code.slice(0, 1);
  const body = code.slice(1, 7);
  const last = Number(body[5]);
  const check = code.slice(7);
  if (last <= 2) return `${system}${body.slice(0, 2)}${last}0000${body.slice(2, 5)}${check}`;
  if (last === 3) return `${system}${body.slice(0, 3)}00000${body.slice(3, 5)}${check}`;
  if (last === 4) return `${system}${body.slice(0, 4)}00000${body.slice(4, 5)}${check}`;
  return `${system}${body.slice(0, 5)}0000${last}${check}`;
}

/** Returns the twelve digits of the UPC-A for eight digits, or undefined if they are not a UPC-E. */
function upcAOf(code: string): string | undefined {
  // EAN-8 numbers that begin with 0 are for a shop's own use, so such eight digits on a bottle are a UPC-E.
  const upcA = code.startsWith('0') ? expandUpcE(code) : undefined;
  return upcA && /[1-9]/.test(upcA) && hasValidCheckDigit(upcA) ? upcA : undefined;
}

/** Returns thirteen digits as they are, or the EAN-8 that was padded with five zeros. */
function withoutPadding(code: string): string {
  const short = code.slice(5);
  return code.startsWith('00000') && !upcAOf(short) ? short : code;
}

/**
 * Normalises a typed or scanned barcode to the form in which it is stored and compared: EAN-13 or EAN-8 digits. UPC-A,
 * UPC-E and an ITF-14 of a single unit (leading zero) become EAN-13, and a padded EAN-8 loses its padding. The ITF-14
 * of a case keeps its fourteen digits, whose first distinguishes it from the bottle's. The function is idempotent. It
 * returns null if the input is not a barcode or its check digit is wrong.
 */
export function normaliseEan(input: string): string | null {
  const code = input.replace(/[\s-]/g, '');
  if (!/^(\d{8}|\d{12,14})$/.test(code) || /^0+$/.test(code)) return null;
  if (code.length === 8) {
    const upcA = upcAOf(code);
    if (upcA) return withoutPadding(`0${upcA}`);
    return hasValidCheckDigit(code) ? code : null;
  }
  if (!hasValidCheckDigit(code)) return null;
  if (code.length === 14 && !code.startsWith('0')) return code;
  return withoutPadding(code.length === 14 ? code.slice(1) : code.padStart(13, '0'));
}

/**
 * Normalises a barcode as `normaliseEan` does and pads it to the form that the catalogue stores: GTIN-13, or the fourteen
 * digits of a case, which may be a further code of the bottle's product.
 */
export const toGtin = (code: string): string | undefined => normaliseEan(code)?.padStart(13, '0');

/**
 * Normalises a barcode as `normaliseEan` does and pads it to GTIN-13, as the catalogue stores it; undefined also for the
 * ITF-14 of a case, which says nothing of the bottle in it.
 */
export function toGtin13(code: string): string | undefined {
  const ean = normaliseEan(code);
  return ean === null || ean.length > 13 ? undefined : ean.padStart(13, '0');
}
