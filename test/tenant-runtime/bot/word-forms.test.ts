import test from 'ava';
import type { Found } from '../../../tenant-runtime/src/items/find-item.ts';
import { namesOf, readLines } from './read-lines.ts';

/** The name found, after `?` where it has to be confirmed; the names to choose from; or «none». */
function summary(found: Found): string {
  if (found.kind === 'several') return found.items.map(({ name }) => name).join(' / ');
  return found.kind === 'none' ? 'none' : `${found.sure ? '' : '? '}${found.item.name}`;
}

/** What people write, and the item's name. */
const forms = `яиц:Яйцо; яйцами:Яйцо; льда:Лёд; льду:Лёд; огурцов:Огурец; огурцы:Огурец; перцев чили:Перец чили
перцами:Перец чили; чеснока:Чеснок; лимонов:Лимон; лаймов:Лайм; персиков:Персик; кубиков:Кубики; листьев:Лист мяты
сливок:Сливки 33%; сырков:Сырок; орехов:Орех грецкий; оливок:Оливки; вишен:Вишня; зёрен:Кофе зерно
бутылок:Бутылка ПЭТ; банок:Банка 0,5; пачек:Пачка чая; салфеток:Салфетки; листа мяты:Лист мяты; чайков:Чаёк
корней:Корень имбиря; вёдер:Ведро; дынь:Дыня; томатами:Томаты; красного:Вино красное`.split(/; |\n/);

test('another form of a name is the item, to be confirmed: fleeting vowels, plurals and cases', (t) => {
  const all = [...new Set(forms.map((line) => line.split(':')[1] ?? ''))];
  const names = namesOf(...all);
  for (const line of forms) {
    const [written = '', name] = line.split(':');
    t.is(summary(names.find(written)), `? ${name}`, written);
  }
});

test('a name is no other form of a different one, however alike they begin', (t) => {
  for (const [written, name] of [
    ['слива', 'Сливки'],
    ['вода', 'Водка'],
    ['перно', 'Перони'],
    ['соль', 'Солод'],
    ['чая', 'Чаёк'],
    ['щенков', 'Щербет'],
    ['ромом', 'Романо'],
    ['колада', 'Кола'],
  ] as const)
    t.is(summary(namesOf(name).find(written)), 'none', written);
});

test('a form of one name that stands in another is asked about, and the whole name wins', (t) => {
  t.is(summary(namesOf('Кубик льда|шт', 'Лёд').find('льда')), 'Кубик льда / Лёд');
  t.is(summary(namesOf('Кубик льда|шт', 'Крошка льда', 'Лёд').find('льда')), 'Кубик льда / Крошка льда / Лёд');
  t.is(summary(namesOf('Льда', 'Лёд').find('льда')), 'Льда');
  t.is(summary(namesOf('Огурец', 'Огурцы солёные').find('огурцов')), '? Огурец');
});

const stock = `Кола|шт|24; Кола Зеро|шт|24; Лёд; Кубик льда|шт; Мартини Бьянко|л; Мартини Россо|л; Вода обычная|шт
Кока-Кола 0,25|шт; Кока-Кола Зеро 0,25|шт; Пепси|шт; Пепси Лайт|шт; Пепси Манго|шт; Квас|л`.split(/; |\n/);

test('a line in unknown measures shows the cards of all the items that its name may mean', async (t) => {
  t.deepEqual(await readLines('льда +2 мешка', stock), ['card of Кубик льда / Лёд']);
  t.deepEqual(await readLines('льда притащили 3 мешка', stock), ['card of Кубик льда / Лёд']);
  t.deepEqual(await readLines('льда +2 мешка', ['Лёд', 'Квас|л']), ['card of Лёд']);
  t.deepEqual(await readLines('яиц 30', ['Яйцо|шт']), ['? Яйцо 30 / Яйцо -30 / Яйцо 30']);
  t.deepEqual(await readLines('яиц +3 десятка разбитых 2', ['Яйцо|шт']), ['card of Яйцо']);
});
