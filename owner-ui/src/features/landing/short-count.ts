/** Formats 9 as «9» and 100000 as «100K+». */
export const shortCount = (count: number): string => (count >= 1000 ? `${Math.floor(count / 1000)}K+` : String(count));
