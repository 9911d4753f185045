/** GTIN check digit: weights 3 and 1 alternate from the right, whatever the length. */
function hasValidCheckDigit(code: string): boolean {
  let sum = 0;
  for (let i = 0; i < code.length; i += 1) sum += Number(code[code.length - 1 - i]) * (i % 2 === 1 ? 3 : 1);
  return sum % 10 === 0;
}

/** UPC-E (number system, six digits, check digit) as the UPC-A it stands for: zeros return to where its last digit says. */
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

/**
 * A typed or scanned barcode in the one form it is stored and compared in: EAN-13 or EAN-8 digits; UPC-A and UPC-E
 * become EAN-13, an ITF-14 of a single unit (leading zero) too, a padded EAN-8 loses its padding.
 * null: not a barcode, or its check digit is wrong.
 */
export function normaliseEan(input: string): string | null {
  const code = input.replace(/[\s-]/g, '');
  if (!/^(\d{8}|\d{12,14})$/.test(code) || /^0+$/.test(code)) return null;
  if (code.length === 8) {
    // EAN-8 numbers beginning with 0 are a shop's own, so such eight digits on a bottle are a UPC-E.
    const upcA = code.startsWith('0') ? expandUpcE(code) : undefined;
    if (upcA && hasValidCheckDigit(upcA)) return `0${upcA}`;
    return hasValidCheckDigit(code) ? code : null;
  }
  if (!hasValidCheckDigit(code)) return null;
  const trimmed = code.length === 14 && code.startsWith('0') ? code.slice(1) : code.padStart(13, '0');
  return trimmed.length === 13 && trimmed.startsWith('00000') ? trimmed.slice(5) : trimmed;
}
