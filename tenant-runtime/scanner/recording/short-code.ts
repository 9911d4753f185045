const LONGEST = 14;
const SHOWN = 8;

/** A barcode as it is; of a mark its end, since all marks of one kind of bottle begin alike. */
export const shortCode = (code: string): string => (code.length > LONGEST ? `…${code.slice(-SHOWN)}` : code);
