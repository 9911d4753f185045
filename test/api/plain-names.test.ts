import { isPlainName, plainNameFrom } from '@ostatok/api/contract/plain-names.ts';
import test from 'ava';

const plain = `
Анна|Анна-Мария|Иванов Иван Иванович|О'Коннелл|D’Artagnan|José Ñandú|Müller|Жан-Поль Бельмондо|Ли|Ян|J. R. R. Tolkien
Дж. Смит|А.С. Пушкин|А. С. Пушкин|ИП Петров П.П.|ООО «Ромашка»|ООО "Угол"|АО «Т.Б.К.»|Бар №1|Бар No.1|Бар № 7 на Мира, 12
O'Connell’s|O'Connell's Irish Pub|Кафе 12.5|Кафе 1812|7-40|Бар 24/7|Ресторан А.С. Пушкина|Ресторан А.С.Пушкина|Mr. Beer|Br. Beer
St. Patrick|Dr. Coffee|Кофе & Чай|Coffee+|C++ Bar|Бар «Ёлки-Палки»|Ёлки.Палки|ул.Ленина|Кафе на ул. Ленина, д. 5, к. 2|г. Москва
г.Москва|Пив.Бар|Пивбар «0,5»|0.5 литра|Vol.2|Bar v2.0|Тратторияꞏ Да|Хинкальная — 2|Бар… и точка|Точка|Точка сборки
Net Bar|Ru Bar|Com & Co|Bar.|...Бар...|Бар! Бар!|100 рентген|1000 и одна ночь|Бар 2024|Дом 12-14|«Дядя Ваня» (центр)
Чайхана #1|Бар $5|50% скидки нет|M@d Bar|B@r|Бар 🍷|👨‍🍳 Шеф|❤️ Кофе|Ресторан / бар|Кафе "У дома"|Пиццерия Pizza & Co.|Н.О.Ж.
T.G.I. Friday's|K.I.T. Bar|Ж/д буфет|Барная карта, 2 этаж|Кафе: завтраки|Wine_Bar|Бар Бородач™|日本酒バー|Кафе № 12, корп. 3, лит. 4`
  .split(/[|\n]/)
  .filter(Boolean);

const advertising = `
выиграли 100000 руб на evil.ru|Вам приз: http://evil.ru|https://x|hxxp://evil|HTTP : //evil|www.evil|www .evil.ru|evil.ru|EVIL.RU
evil . ru|evil .ru|evil. ru|evil.com/приз|t.me/evil|T.ME/joinchat/x|x.com|bit.ly/abc|vk.com|evil.beer|Br.Beer|evil.co.uk
приз.рф|сайт призов.онлайн|ｅｖｉｌ．ｒｕ|evil。com|evil｡ru|xn--80ak6aa92e|xn--e1afmkfd.xn--p1ai|@evilbot|пишите @evil_bot|@ evilbot
me@evil.ru|tg://resolve|ftp://x|evil[.]ru|evil(dot)ru|evil (точка) ру|evil dot com|1.2.3.4|зайди на 10.0.0.1/x|24.ru
t me/evil|evil‧com|٨٩٠٠١٢٣٤٥٦٧|звоните 8-800-555-35-35|+7 (495) 123-45-67|555 35 35|89991234567|8.800.555.35.35|evil.ru:8080|<a href=evil.ru>|[приз](evil.ru)`
  .split(/[|\n]/)
  .filter(Boolean);

const unseen = [
  'Бар\nBcc: x',
  'Бар\r\nSubject: приз',
  'А\u0000',
  'ev\u200bil',
  'ур.live\u202e',
  'А\u2066Б',
  'ㅤ',
  'А\u2028Б',
  `А${'\u0336'.repeat(9)}`,
];

test('names of people, firms and bars are taken as they are', (t) => {
  t.true(plain.length >= 60);
  t.deepEqual(
    plain.filter((name) => !isPlainName(name)),
    [],
  );
});

test('names that hold links, addresses or telephones are refused', (t) => {
  t.deepEqual(advertising.filter(isPlainName), []);
});

test('names that hold characters nobody sees are refused', (t) => {
  t.deepEqual(unseen.filter(isPlainName), []);
});

test('a name from elsewhere loses what a letter may not carry', (t) => {
  t.is(plainNameFrom(' Анна '), 'Анна');
  t.is(plainNameFrom('john.smith'), 'john smith');
  t.is(plainNameFrom('приз на evil.ru'), 'приз на evil ru');
  t.is(plainNameFrom('8-800-555-35-35'), '');
  for (const name of [...advertising, ...unseen]) t.true(isPlainName(plainNameFrom(name)), name);
});
