/** Parts of a typical bar's price list: kind, maker in either alphabet, sort, volume. */
const kinds: [string, string[], string[]][] = [
  [
    'Виски',
    ['Jameson', "Jack Daniel's", 'Джонни Уокер', 'Jim Beam', 'Гленфиддик', 'Macallan', 'Талламор Дью', 'Bushmills'],
    ['', '12 лет', '15 лет', '18 лет', 'Black Barrel', 'Honey', 'Односолодовый', 'Bourbon'],
  ],
  [
    'Водка',
    ['Абсолют', 'Beluga', 'Царская', 'Finlandia', 'Белая берёзка', 'Русский стандарт', 'Grey Goose', 'Хортица'],
    ['', 'Курант', 'Платинум', 'Citron', 'Вишня', 'Original', 'Люкс', 'Грейпфрут'],
  ],
  [
    'Вино',
    ['Мерло', 'Chardonnay', 'Пино Гриджио', 'Sauvignon Blanc', 'Киндзмараули', 'Саперави', 'Riesling', 'Фанагория'],
    ['красное сухое', 'белое сухое', 'розовое', 'полусладкое', 'Reserva', 'брют', 'Крю Лермонт', 'Бочковое'],
  ],
  [
    'Ликёр',
    ['Бейлис', 'Aperol', 'Кампари', 'Jägermeister', 'Самбука', 'Kahlua', 'Куантро', 'Малибу'],
    ['', 'Айриш Крим', 'Биттер', 'Кофейный', 'Кокос', 'Манго', 'Мята', 'Апельсин'],
  ],
  [
    'Ром',
    ['Бакарди', 'Captain Morgan', 'Гавана Клуб', 'Zacapa', 'Диктатор', 'Матусалем', 'Плантейшн', 'Barceló'],
    ['', 'Белый', 'Тёмный', 'Spiced', 'Gold', 'Аньехо', '8 лет', '23'],
  ],
  [
    'Пиво',
    ['Heineken', 'Жигулёвское', 'Гиннесс', 'Stella Artois', 'Балтика', 'Крушовице', 'Paulaner', 'Хугарден'],
    ['светлое', 'тёмное', 'б/а', 'пшеничное', 'нефильтрованное', 'Premium', 'IPA', 'стаут'],
  ],
  [
    'Сок',
    ['Rich', 'Добрый', 'Я', 'Фруктовый сад', 'Santal', 'Swell', 'Любимый', 'Сады Придонья'],
    ['яблоко', 'апельсин', 'томат', 'ананас', 'вишня', 'грейпфрут', 'мультифрукт', 'персик'],
  ],
  [
    'Сироп',
    ['Monin', 'Барлайн', 'Vedrenne', 'Тешей', 'Спум', 'Richeza', 'Дефанти', 'Royal Cane'],
    ['ваниль', 'карамель', 'гренадин', 'кокос', 'лаванда', 'миндаль', 'мохито', 'фундук'],
  ],
];
const volumes = ['0,05', '0,1', '0,2', '0,25', '0,33', '0,375', '0,5', '0,7', '0,75', '1', '1,5', '2'];
const makers = ['', 'ООО Алкотрейд', 'Симпл', 'Люксвайн'];

/** The first `count` names, all different, with alternating kinds. */
export function barNames(count: number): string[] {
  const names: string[] = [];
  for (const maker of makers) {
    for (const volume of volumes) {
      for (let brand = 0; brand < 8; brand += 1) {
        for (let sort = 0; sort < 8; sort += 1) {
          for (const [kind, brands, sorts] of kinds) {
            const words = [kind, brands[brand], sorts[sort], volume, maker].filter(Boolean);
            names.push(words.join(' '));
            if (names.length === count) return names;
          }
        }
      }
    }
  }
  return names;
}
