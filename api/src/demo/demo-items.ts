import type { CreateItem } from '@ostatok/tenant-runtime/contract/items.ts';

type Row = [name: string, quantity: number, expected: number, cost: number, par: number];
interface DemoGroup {
  category: string;
  group: CreateItem['group'];
  unit: CreateItem['unit'];
  /**
   * The volume of one bottle, can or pack in ml; for a weighed one also its empty weight in g and the density in g per
   * ml.
   */
  bottle?: { volume: number; empty?: number; density?: number };
  rows: Row[];
}

/** An item of the demo tenant with all its fields. */
export type DemoItem = CreateItem & { quantity: number; par: number };

/** The stock of a small bar on an ordinary Thursday; the counted quantities differ a little from the expected ones. */
const shelves: DemoGroup[] = [
  {
    category: 'Крепкий алкоголь',
    group: 'strong',
    unit: 'л',
    bottle: { volume: 700, empty: 480, density: 0.95 },
    rows: [
      ['Виски Джемесон', 4.6, 4.7, 3200, 4.2],
      ['Виски Джек Дэниэлс', 3.15, 3.15, 3900, 3.5],
      ['Виски Чивас Ригал 12', 2.1, 2, 5100, 2.1],
      ['Бурбон Мэйкерс Марк', 1.4, 1.4, 5400, 2.1],
      ['Водка Белуга', 5.25, 5.5, 2400, 4.2],
      ['Водка Царская Оригинальная', 7.5, 7.5, 1050, 7],
      ['Водка Финляндия', 4, 4, 1700, 4.2],
      ['Джин Бомбей Сапфир', 2.8, 2.95, 4100, 3.5],
      ['Джин Бифитер', 3.5, 3.5, 2900, 3.5],
      ['Ром Бакарди Карта Бланка', 3.2, 3.2, 2600, 3.5],
      ['Ром Капитан Морган', 2.75, 2.625, 2500, 2.1],
      ['Текила Ольмека Бланко', 2.1, 2.1, 3400, 2.8],
      ['Текила Сауза Голд', 1.05, 1.15, 3300, 2.1],
      ['Коньяк Арарат 5 звёзд', 2.5, 2.5, 3000, 2.1],
    ],
  },
  {
    category: 'Крепкий алкоголь',
    group: 'strong',
    unit: 'л',
    bottle: { volume: 700, empty: 500, density: 1.05 },
    rows: [
      ['Ликёр Егермейстер', 3.85, 3.9, 2900, 3.5],
      ['Ликёр Бейлис', 1.75, 1.75, 3100, 1.4],
      ['Ликёр Куантро', 0.9, 1, 4200, 1.4],
      ['Ликёр Калуа', 1.3, 1.3, 3300, 1.4],
      ['Апероль', 4.2, 4.4, 2300, 4.9],
      ['Кампари', 2.05, 2, 2800, 2.1],
    ],
  },
  {
    category: 'Вино',
    group: 'wine',
    unit: 'л',
    bottle: { volume: 750, empty: 520, density: 0.99 },
    rows: [
      ['Просекко Мартини', 6.75, 6.75, 1900, 7.5],
      ['Вермут Мартини Бьянко', 3.5, 3.6, 1400, 3.75],
      ['Вермут Мартини Россо', 2.25, 2.25, 1400, 2.25],
      ['Каберне Совиньон Фанагория', 4.5, 4.5, 800, 6],
      ['Мерло Инкерман', 3, 3.15, 850, 4.5],
      ['Шардоне Абрау-Дюрсо', 5.25, 5.25, 900, 4.5],
      ['Совиньон Блан Вилла Мария', 2.25, 2.25, 2600, 3],
      ['Пино Гриджио Санта Маргерита', 3.75, 3.6, 3400, 3],
      ['Шампанское Абрау-Дюрсо брют', 9, 9, 1100, 7.5],
    ],
  },
  {
    category: 'Пиво',
    group: 'soft',
    unit: 'л',
    rows: [
      ['Пиво Гиннесс кег', 28.5, 29, 520, 30],
      ['Пиво Пауланер кег', 41, 40.5, 430, 30],
      ['Пиво Крушовице светлое кег', 36.5, 36.5, 260, 50],
      ['Сидр Святой Антон кег', 18, 18, 240, 20],
    ],
  },
  {
    category: 'Пиво',
    group: 'soft',
    unit: 'шт',
    bottle: { volume: 330 },
    rows: [
      ['Пиво Корона Экстра 0,33', 46, 48, 165, 48],
      ['Пиво безалкогольное Бавария 0,33', 24, 24, 110, 24],
    ],
  },
  {
    category: 'Безалкогольные',
    group: 'soft',
    unit: 'л',
    bottle: { volume: 1000 },
    rows: [
      ['Сок апельсиновый', 8, 8, 150, 10],
      ['Сок ананасовый', 5, 5, 160, 6],
      ['Сок томатный', 4, 4, 150, 4],
      ['Морс клюквенный', 6.5, 7, 190, 6],
      ['Сироп карамельный', 1.2, 1.2, 620, 2],
      ['Сироп гренадин', 0.85, 0.9, 610, 2],
      ['Молоко 3,2 %', 9, 10, 95, 8],
    ],
  },
  {
    category: 'Безалкогольные',
    group: 'soft',
    unit: 'шт',
    bottle: { volume: 250 },
    rows: [
      ['Кока-Кола 0,25 стекло', 62, 64, 85, 72],
      ['Тоник Швепс 0,25', 40, 40, 90, 48],
      ['Ред Булл 0,25', 31, 30, 140, 24],
    ],
  },
  {
    category: 'Безалкогольные',
    group: 'soft',
    unit: 'шт',
    bottle: { volume: 500 },
    rows: [
      ['Вода Боржоми 0,5 стекло', 35, 35, 130, 36],
      ['Вода Байкал без газа 0,5', 58, 60, 45, 60],
    ],
  },
  {
    category: 'Кухня',
    group: 'other',
    unit: 'кг',
    rows: [
      ['Кофе в зёрнах Арабика', 4.35, 4.5, 1900, 5],
      ['Сахар тростниковый', 3.2, 3.2, 210, 3],
      ['Лимон', 2.75, 3, 230, 4],
      ['Лайм', 1.9, 2, 420, 2],
      ['Мята свежая', 0.35, 0.4, 1400, 0.5],
      ['Оливки без косточки', 2.4, 2.4, 560, 2],
      ['Картофель фри', 12.5, 12.5, 240, 10],
      ['Сыр чеддер', 1.85, 1.8, 890, 2],
    ],
  },
  {
    category: 'Расходники',
    group: 'other',
    unit: 'шт',
    rows: [
      ['Трубочки бумажные', 850, 850, 2, 500],
      ['Салфетки барные', 1200, 1250, 0.9, 1000],
      ['Стакан бумажный 0,3', 310, 310, 7, 400],
      ['Зонтики коктейльные', 140, 144, 6, 200],
    ],
  },
];

/** A barcode from the GS1 range for use within shops, so that no real bottle has it. */
function ownBarcode(number: number): string {
  const digits = `20${String(number).padStart(10, '0')}`;
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 1 ? 3 : 1), 0);
  return digits + ((10 - (sum % 10)) % 10);
}

const weightsOf = ({ volume, empty, density }: NonNullable<DemoGroup['bottle']>): Partial<CreateItem> =>
  empty === undefined || density === undefined
    ? {}
    : { weight_empty_g: empty, weight_full_g: empty + volume * density, density_g_per_ml: density };

function packedFacts(bottle: DemoGroup['bottle'], number: number): Partial<CreateItem> {
  if (!bottle) return {};
  return { ean: ownBarcode(number), volume_ml: bottle.volume, ...weightsOf(bottle) };
}

const rows = shelves.flatMap(({ rows: some, ...shelf }) => some.map((row) => ({ shelf, row })));

export const demoItems: DemoItem[] = rows.map(({ shelf: { bottle, ...shelf }, row }, index) => {
  const [name, quantity, expected, cost, par] = row;
  return { ...packedFacts(bottle, index + 1), ...shelf, name, quantity, expected, cost, par };
});
