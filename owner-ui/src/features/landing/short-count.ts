/** 9 → «9», 100000 → «100K+». */
export const shortCount = (count: number): string => (count >= 1000 ? `${Math.floor(count / 1000)}K+` : String(count));
