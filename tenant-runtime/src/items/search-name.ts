/** Words of plain Latin, Cyrillic and ASCII signs with single spaces between: only their case may differ. Most names are so. */
const PLAIN = /^[!-~А-Яа-я]+(?: [!-~А-Яа-я]+)*$/;

/** A name as the search sees it: lower case, ё as е, single spaces. */
export const searchName = (name: string): string =>
  PLAIN.test(name)
    ? name.toLowerCase()
    : name.normalize('NFKC').toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ').trim();
