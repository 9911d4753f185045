/**
 * The measure that a quantity was written in. `bottle` is a piece or a known volume, `carton` is one container of a
 * drink, and `case` holds several bottles.
 */
export type Measure = 'ml' | 'cl' | 'l' | 'g' | 'kg' | 'piece' | 'bottle' | 'carton' | 'case' | 'ten' | 'dozen';

export const spellings: Record<Measure, string> = {
  ml: 'миллилитр(?:ами|ов|а|ы)?|мл|ml',
  cl: 'сантилитр(?:ами|ов|а|ы)?|cl',
  l: 'литр(?:ами|ов|а|ы|у)?|лтр|л|l',
  g: 'грамм(?:ами|ов|а|ы)?|гр|г|gr|g',
  kg: 'килограмм(?:ами|ов|а|ы)?|кило|кг|kg',
  piece: 'штук(?:ами|а|и|у)?|штучк(?:а|и|у)|шт|ед|pcs|банк(?:а|и|у)|банок',
  bottle:
    'бутыл(?:ками|кой|ка|ки|ке|ку|ок|ь|и)|бутылоч(?:ка|ки|ке|ку|ек)|бут|флакон(?:а|ы|ов)?|фл|б|кег(?:ами|а|и|у|ов)?|btl|b',
  carton: 'пач(?:ками|ка|ки|ку|ек)',
  case: 'ящик(?:ами|а|и|ов)?|ящ|кейс(?:а|ы|ов)?|короб(?:ка|ки|ке|ку|ок)|кор|упаков(?:ка|ки|ку|ок)|уп',
  ten: 'десят(?:ок|ка|ков)',
  dozen: 'дюжин(?:а|у|ы)?',
};
const measures = Object.keys(spellings) as Measure[];

/** Longer words come first, so that «литров» is not read as «л» and a rest. */
export const UNIT = `(?:${measures.map((measure) => spellings[measure]).join('|')})`;

/** Units that mean one when they stand without a number: «минус бутылка», «плюс ящик». */
export const ONE = `(?:литр|кило|килограмм|бутыл(?:ка|ку)|бутылоч(?:ка|ку)|бут|флакон|ящик|кейс|кега?|кегу|короб(?:ка|ку)|упаков(?:ка|ку)|банк[ау]|штук[ау]|штучк[ау]|десяток|дюжин[ау])`;

export const measureOf = (unit: string): Measure | undefined =>
  measures.find((measure) => new RegExp(`^(?:${spellings[measure]})$`, 'iu').test(unit));
