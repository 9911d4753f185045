/**
 * Matches Latin, Cyrillic and ASCII signs with single spaces between words, as most names are; only their case may have
 * to change.
 */
const PLAIN = /^[!-~А-Яа-я]+(?: [!-~А-Яа-я]+)*$/;

/** Normalises a name for the search: lower case, ё as е, single spaces. */
export const searchName = (name: string): string =>
  PLAIN.test(name)
    ? name.toLowerCase()
    : name.normalize('NFKC').toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ').trim();
