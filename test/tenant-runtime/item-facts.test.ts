import { normaliseEan } from '@ostatok/kit/names/barcode.ts';
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
    // a case keeps its indicator digit; a single unit's leading zero is dropped, and so is an EAN-8's padding
    ['15400141288763', '15400141288763'],
    ['1 54 00141 28876 3', '15400141288763'],
    ['25400141288760', '25400141288760'],
    ['85400141288762', '85400141288762'],
    ['15400141288764', null],
    ['05400141288766', '5400141288766'],
    ['00000096385074', '96385074'],
    // UPC-E by its last digit but one: 0, 3, 4; and eight digits that are no valid number
    ['01201303', '0012000000133'],
    ['01234531', '0012300000451'],
    ['01234543', '0012340000053'],
    ['00000030', null],
    ['4006381333930', null],
    ['96385075', null],
    ['123', null],
    ['0000000000000', null],
    ['40063813339x1', null],
    ['', null],
  ];
  for (const [given, expected] of forms) t.is(normaliseEan(given), expected, given);
});

test('the form of a form is itself, for all eight digits there are', (t) => {
  let known = 0;
  for (let number = 0; number < 10_000_000; number += 7) {
    const given = String(number).padStart(8, '0');
    const form = normaliseEan(given);
    if (form === null) continue;
    known += 1;
    if (normaliseEan(form) !== form) t.fail(given);
    if (normaliseEan(form.padStart(13, '0')) !== form) t.fail(`${given} padded`);
  }
  t.true(known > 150_000);
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
