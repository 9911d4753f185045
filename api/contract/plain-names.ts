import type * as yup from 'yup';

/*
 * Names appear in letters that the platform sends, also to people who never asked for one: a person who registers with
 * another's address chooses the name in the letter to it. So a name may hold no telephone number and nothing that a
 * mail program turns into a link.
 */

const ZONES = [
  'ru|su|com|net|org|info|biz|pro|xyz|top|site|online|shop|store|club|space|website|link|click|live|app|dev|io|me|ly|gg|gl|to|co',
  'cc|tv|im|is|us|eu|uk|de|by|kz|ua|uz|cn|tk|ml|ga|cf|gq|ai|in|pw|ws|vip|bet|casino|win|bid|fun|icu|buzz|tech|pub|bar',
].join('|');
const CYRILLIC_ZONES = 'рф|рус|онлайн|сайт|дети|орг|ком|москва|бел|укр|срб|мкд|мон|бг|қаз|ею';
/** Zones that are also written with spaces, «evil . ru», to get past such rules. */
const COMMON_ZONES = 'ru|su|com|net|org|info|biz|xyz|io|me|by|kz|ua|рф';
const BORDER = '(?![\\p{L}\\p{N}])';

const links = [
  // a scheme
  ':\\s*/\\s*/|(?<![\\p{L}])h(?:tt|xx)ps?\\s*:|(?<![\\p{L}])www\\s*\\.|(?<![\\p{L}\\p{N}])xn--',
  // a host: any Latin word after a dot may be a zone; after a single letter, as in initials, only a known zone counts
  '[\\p{L}\\p{N}][\\p{L}\\p{N}_-]*[\\p{L}\\p{N}]\\.[a-z]{2,}',
  `[\\p{L}\\p{N}]\\.(?:${ZONES})${BORDER}`,
  `[\\p{L}\\p{N}]{2}\\.(?:${CYRILLIC_ZONES})${BORDER}`,
  `[\\p{L}\\p{N}]{2}(?: \\. ?|\\. )(?:${COMMON_ZONES})${BORDER}`,
  `[[({<] ?(?:dot|точка|\\.) ?[\\])}>]|(?<![\\p{L}\\p{N}])(?:dot|точка) (?:${COMMON_ZONES}|ру|ком)${BORDER}`,
  '(?<!\\p{Nd})\\p{Nd}{1,3}(?:\\.\\p{Nd}{1,3}){3}(?!\\p{Nd})',
  // a mail address or a messenger's user name
  '(?<![\\p{L}\\p{N}])t[ .]{1,2}me ?/',
  '(?<![\\p{L}\\p{N}])@ ?[\\p{L}\\p{N}_]{3}|[\\p{L}\\p{N}]@[\\p{L}\\p{N}-]+\\.',
  // a telephone number
  '\\p{Nd}(?:[ ().-]{0,3}\\p{Nd}){6}',
].map((pattern) => new RegExp(pattern, 'u'));

/** Normalises full-width letters and dots of other scripts, which programs read as ordinary ones. */
const folded = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[。｡‧]/g, '.')
    .replace(/\s+/g, ' ');

const joinedPictures =
  /(?<=\p{Extended_Pictographic}[\u{1F3FB}-\u{1F3FF}]?\uFE0F?)\u200D(?=\p{Extended_Pictographic})/gu;
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0\u2800]|\p{M}{4}/u;
const LONGEST = 200;

const holdsUnseen = (name: string): boolean => unseen.test(name.slice(0, LONGEST).replace(joinedPictures, ''));
const holdsLink = (name: string): boolean => links.some((link) => link.test(folded(name.slice(0, LONGEST))));

/** Whether a letter may carry the name. */
export const isPlainName = (name: string): boolean => !holdsUnseen(name) && !holdsLink(name);

/** Cleans a name from another system; the result is empty when nothing usable is left. */
export function plainNameFrom(name: string): string {
  if (isPlainName(name)) return name.trim();
  const words = name.replace(/[\p{C}\p{Z}\s.。｡:/@()[\]{}<>]+/gu, ' ').trim();
  return isPlainName(words) ? words : '';
}

/** Refuses names that a letter may not carry. */
export const plainName = <T extends yup.StringSchema<string | null | undefined>>(schema: T): T =>
  schema
    .test('unseen', 'Уберите невидимые знаки и переводы строк', (name) => !holdsUnseen(name ?? ''))
    .test(
      'link',
      'Уберите ссылки, адреса и телефоны. Если это сокращение, поставьте после точки пробел',
      (name) => !holdsLink(name ?? ''),
    ) as T;
