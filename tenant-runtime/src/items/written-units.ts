import { plain } from '@ostatok/kit/node/workbooks/cell-values.ts';
import type { Unit } from '../../contract/items.ts';

/** What a unit means as somebody has written it. */
export interface UnitMeaning {
  unit: Unit;
  /** The factor from the file's unit to ours. */
  factor: number;
  /** True for a package, whose contents the file does not give. */
  package?: true;
}

const unitWords: [UnitMeaning, string][] = [
  // The numbers are codes of the Russian classifier of units (ОКЕИ), which 1C writes beside or instead of the name.
  [{ unit: 'л', factor: 1 }, 'л литр литра литров литры l lt ltr liter litre 112'],
  [{ unit: 'л', factor: 0.001 }, 'мл миллилитр миллилитров ml 111'],
  [{ unit: 'л', factor: 0.01 }, 'сл cl'],
  [{ unit: 'л', factor: 10 }, 'дал дкл декалитр декалитров 116'],
  [{ unit: 'кг', factor: 1 }, 'кг килограмм килограмма килограммов kg 166'],
  [{ unit: 'кг', factor: 0.001 }, 'г гр грамм грамма граммов g gr 163'],
  [{ unit: 'кг', factor: 1000 }, 'т тонна тонн 168'],
  [
    { unit: 'шт', factor: 1 },
    'шт штука штуки штук pcs pc ед бут бутылка бутылки бутылок btl бан банка банки банок порц порция пор порций 796 868',
  ],
  [
    { unit: 'шт', factor: 1, package: true },
    'упак уп упаковка упаковки упаковок пач пачка пачек кор коробка коробок короб ящ ящик ящиков блок бл кега кег кеги пак пакет меш мешок набор компл комплект рул рулон 778 812',
  ],
];
const units = new Map(unitWords.flatMap(([meaning, words]) => words.split(' ').map((word) => [word, meaning])));

/** Most cells are spelled as in the table, so the text is looked up as it is first. */
export const unitOf = (text: string): UnitMeaning | undefined =>
  units.get(text) ?? units.get(plain(text).replace(/ /g, ''));
