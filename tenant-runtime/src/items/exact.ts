/** Quantities are summed as whole thousandths: within ±999999 each of them is an exact integer. */
export const toThousandths = (quantity: number | string): number => Math.round(Number(quantity) * 1000);
export const fromThousandths = (thousandths: number): number => thousandths / 1000;
/** Formats the quantity as numeric(12,3) reads it. */
export const toNumeric = (thousandths: number): string => (thousandths / 1000).toFixed(3);
