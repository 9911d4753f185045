import { normaliseEan } from '@ostatok/tenant-runtime/contract/ean.ts';
import test from 'ava';
import { groupOf } from '../../tenant-runtime/src/items/item-groups.ts';

test('a barcode has one form, whatever was scanned or typed', (t) => {
  const forms: [string, string | null][] = [
    ['4006381333931', '4006381333931'],
    [' 4 006381-333931 ', '4006381333931'],
    ['96385074', '96385074'],
    ['0000096385074', '96385074'],
    ['036000291452', '0036000291452'],
    ['0036000291452', '0036000291452'],
    ['00036000291452', '0036000291452'],
    ['04252614', '0042100005264'],
    ['01234565', '0012345000065'],
    ['15400141288763', '15400141288763'],
    ['4006381333930', null],
    ['96385075', null],
    ['123', null],
    ['0000000000000', null],
    ['40063813339x1', null],
    ['', null],
  ];
  for (const [given, expected] of forms) t.is(normaliseEan(given), expected, given);
});

test('the report an item belongs to is read from its category, then its name', (t) => {
  const cases: [string, string, string][] = [
    ['Крепкий алкоголь', '', 'strong'],
    ['Виски', '', 'strong'],
    ['ВОДКА', '', 'strong'],
    ['Ром', '', 'strong'],
    ['Ликёры', '', 'strong'],
    ['Вино красное', '', 'wine'],
    ['Игристые вина', '', 'wine'],
    ['Вермут', '', 'wine'],
    ['Безалкогольное вино', '', 'soft'],
    ['Соки и воды', '', 'soft'],
    ['Безалкогольные напитки', '', 'soft'],
    ['Вода', '', 'soft'],
    ['Бар', 'Джин Beefeater', 'strong'],
    ['', 'Тоник Schweppes', 'soft'],
    ['', 'Ромашка', 'other'],
    ['', 'Виноград', 'other'],
    ['', 'Водоросли', 'other'],
    ['Пиво', 'Светлое', 'other'],
  ];
  for (const [category, name, group] of cases) t.is(groupOf(category, name) as string, group, `${category} / ${name}`);
});
