/** A name as the search sees it: lower case, ё as е, single spaces. */
export const searchName = (name: string): string =>
  name.normalize('NFKC').toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ').trim();
