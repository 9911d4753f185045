const property = (name: string, label: string, more: object = {}) => ({ property: name, name: label, ...more });
const choice = (name: string, label: string, options: [id: string, label: string][]) =>
  property(name, label, { type: 'select', options: options.map(([id, text]) => ({ id, label: text })) });

const ALIGNED: [string, string][] = [
  ['left', 'Слева'],
  ['center', 'По центру'],
  ['right', 'Справа'],
];

/** The style properties of a block, with labels for authors of letters. */
export const styleSectors = [
  {
    id: 'text',
    name: 'Текст',
    open: true,
    properties: [
      property('font-size', 'Размер'),
      choice('font-weight', 'Толщина', [
        ['400', 'Обычная'],
        ['600', 'Заметная'],
        ['700', 'Жирная'],
      ]),
      property('color', 'Цвет', { type: 'color' }),
      property('line-height', 'Высота строки'),
      choice('align', 'Выравнивание', ALIGNED),
      choice('font-style', 'Начертание', [
        ['normal', 'Прямое'],
        ['italic', 'Курсив'],
      ]),
      choice('text-decoration', 'Линия', [
        ['none', 'Нет'],
        ['underline', 'Под словами'],
        ['line-through', 'Сквозь слова'],
      ]),
      property('font-family', 'Шрифт'),
    ],
  },
  {
    id: 'space',
    name: 'Размеры',
    open: false,
    properties: [
      property('padding', 'Отступы'),
      property('inner-padding', 'Отступы внутри'),
      property('width', 'Ширина'),
      property('height', 'Высота'),
      choice('vertical-align', 'По вертикали', [
        ['top', 'Сверху'],
        ['middle', 'Посередине'],
        ['bottom', 'Снизу'],
      ]),
    ],
  },
  {
    id: 'look',
    name: 'Оформление',
    open: false,
    properties: [
      property('background-color', 'Цвет фона', { type: 'color' }),
      property('container-background-color', 'Цвет вокруг', { type: 'color' }),
      property('background-url', 'Картинка фона'),
      property('border', 'Граница'),
      property('border-radius', 'Скругление'),
      property('border-width', 'Толщина линии'),
      property('border-color', 'Цвет линии', { type: 'color' }),
    ],
  },
];
