import { hasValidCheckDigit } from '@ostatok/kit/names/barcode.ts';

const kinds: [string, string][] = [
  ['Водка', 'vodka'],
  ['Виски', 'whisky'],
  ['Ром', 'rum'],
  ['Джин', 'gin'],
  ['Текила', 'tequila'],
  ['Коньяк', 'cognac'],
  ['Ликёр', 'liqueur'],
  ['Вино красное сухое', 'red wine'],
  ['Вино белое полусладкое', 'white wine'],
  ['Вино игристое', 'sparkling'],
  ['Пиво светлое', 'lager'],
  ['Настойка горькая', 'bitter'],
  ['Вермут', 'vermouth'],
  ['Сироп', 'syrup'],
  ['Вода минеральная', 'water'],
];
const heads = [
  'Бел',
  'Чёр',
  'Стар',
  'Нов',
  'Север',
  'Золот',
  'Царь',
  'Полян',
  'Ладож',
  'Кедр',
  'Руч',
  'Озёр',
  'Гор',
  'Дюн',
];
const tails = ['уга', 'ная', 'ский', 'овка', 'ье', 'ица', 'ов', 'янка', 'ень', 'ич', 'аль', 'оград'];
const latinHeads = [
  'Glen',
  'Mac',
  'Saint',
  'Monte',
  'Port',
  'Old',
  'Royal',
  'Black',
  'Red',
  'Castle',
  'River',
  'Villa',
];
const latinTails = ['more', 'dale', 'ford', 'wood', 'berg', 'rosa', 'field', 'stone', 'mont', 'ridge', 'well', 'port'];
const finishes = [
  'Премиум',
  'Reserve',
  'Классик',
  'Gold',
  'Серебро',
  'Special',
  'Оригинал',
  'XO',
  'Три звезды',
  'Cask',
];
const countries = ['Россия', 'Шотландия', 'Италия', 'Франция', 'Испания', 'Мексика', null];
const volumes = [250, 330, 375, 500, 700, 750, 1000];
const pick = <T>(list: T[], turn: number): T => list[turn % list.length] as T;

/** A GTIN-13 with a valid check digit, different for every number. */
export function codeOf(number: number): string {
  const body = `${pick(['46', '48', '50', '30', '80', '00'], number)}${String(number).padStart(10, '0')}`;
  for (let digit = 0; ; digit += 1) if (hasValidCheckDigit(`${body}${digit}`)) return `${body}${digit}`;
}

/** An invented bottle whose name is composed of typical parts; the same for the same number. */
export function bottleOf(number: number) {
  const mixed = Math.imul(number + 1, 0x9e3779b1) >>> 0;
  const part = (shift: number): number => (mixed >>> shift) % 9973;
  const [kind, english] = pick(kinds, Math.min(part(0) % 20, 14));
  const maker = `${pick(heads, part(3))}${pick(tails, part(7))}`;
  const latin = `${pick(latinHeads, part(5))}${pick(latinTails, part(11))}`;
  const brand = number % 5 === 0 ? null : number % 2 === 0 ? maker : latin;
  const volume = pick(volumes, part(9));
  const weighed = number % 12 === 0;
  const finish = pick(finishes, part(13));
  return {
    ean: codeOf(number),
    brand,
    category: number % 7 === 0 ? null : kind,
    volume_ml: number % 9 === 0 ? null : volume,
    weight_empty_g: weighed || number % 10 === 0 ? 250 + (part(2) % 700) : null,
    weight_full_g: weighed ? 1000 + volume + (part(4) % 300) : null,
    alcohol_percent: pick([null, 40, 12.5, 4.7], number),
    description: `${kind} ${brand ?? english} ${finish} ${1 + (part(6) % 30)} ${(volume / 1000).toLocaleString('ru-RU')} л, партия ${part(1)}`,
    manufacturer: number % 3 === 0 ? `ЗАО «${maker}» ${latin}` : null,
    country_origin: pick(countries, part(8)),
  };
}
