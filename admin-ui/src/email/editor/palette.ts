/** A block in the palette. */
interface PaletteBlock {
  id: string;
  label: string;
  /** An SVG path in a box of 24 × 24. */
  icon: string;
  content: string;
}

/** A grey rectangle as a data URI, which needs no request. */
const PICTURE = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="560" height="240"><rect width="560" height="240" fill="#e5e1d6"/><path d="M230 150l40-50 30 36 20-22 40 46H220z" fill="#a39d8f"/></svg>',
)}`;

const text = (words: string): string => `<mj-text>${words}</mj-text>`;
const columns = (count: number): string =>
  `<mj-section>${`<mj-column>${text('Текст колонки')}</mj-column>`.repeat(count)}</mj-section>`;

export const palette: PaletteBlock[] = [
  { id: 'one', label: '1 колонка', icon: 'M3 4h18v16H3z', content: columns(1) },
  { id: 'two', label: '2 колонки', icon: 'M3 4h8v16H3zM13 4h8v16h-8z', content: columns(2) },
  { id: 'three', label: '3 колонки', icon: 'M2 4h6v16H2zM9 4h6v16H9zM16 4h6v16h-6z', content: columns(3) },
  { id: 'text', label: 'Текст', icon: 'M5 5h14v3h-5.5v11h-3V8H5z', content: text('Напишите текст') },
  {
    id: 'title',
    label: 'Заголовок',
    icon: 'M5 5h3v5.5h8V5h3v14h-3v-5.5H8V19H5z',
    content: '<mj-text font-size="26px" line-height="1.2" font-weight="700">Заголовок</mj-text>',
  },
  {
    id: 'button',
    label: 'Кнопка',
    icon: 'M4 8h16a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2v-4a2 2 0 0 1 2-2zm3 3v2h10v-2z',
    content: '<mj-button href="https://">Подпись кнопки</mj-button>',
  },
  {
    id: 'image',
    label: 'Картинка',
    icon: 'M4 4h16v16H4zm2 12h12l-4-5-3 4-2-2z',
    content: `<mj-image src="${PICTURE}" alt=""></mj-image>`,
  },
  {
    id: 'divider',
    label: 'Линия',
    icon: 'M3 11h18v2H3z',
    content: '<mj-divider border-width="1px" border-color="#e5e1d6"></mj-divider>',
  },
  {
    id: 'spacer',
    label: 'Отступ',
    icon: 'M5 4h14v2H5zM5 18h14v2H5zM12 8l3 3h-2v2h2l-3 3-3-3h2v-2H9z',
    content: '<mj-spacer height="24px"></mj-spacer>',
  },
  {
    id: 'table',
    label: 'Таблица',
    icon: 'M3 5h18v14H3zm2 5v3h6v-3zm8 0v3h6v-3zm-8 5v2h6v-2zm8 0v2h6v-2z',
    content: '<mj-table><tr><td>Что</td><td style="text-align: right">Сколько</td></tr></mj-table>',
  },
  {
    id: 'wrapper',
    label: 'Карточка',
    icon: 'M3 5a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2zm2 0v14h14V5z',
    content: `<mj-wrapper background-color="#ffffff" border="1px solid #e5e1d6" border-radius="12px" padding="24px">${columns(1)}</mj-wrapper>`,
  },
  {
    id: 'hero',
    label: 'Обложка',
    icon: 'M2 5h20v14H2zm4 4v2h12V9zm3 4v2h6v-2z',
    content: `<mj-hero mode="fluid-height" background-color="#0f766e" padding="48px 24px"><mj-text align="center" color="#ffffff" font-size="32px" font-weight="700">Заголовок</mj-text><mj-button href="https://" align="center" background-color="#f2a73b" color="#14201c">Подпись кнопки</mj-button></mj-hero>`,
  },
  {
    id: 'navbar',
    label: 'Меню ссылок',
    icon: 'M3 6h18v2H3zM3 11h18v2H3zM3 16h18v2H3z',
    content:
      '<mj-navbar><mj-navbar-link href="https://">Первая</mj-navbar-link><mj-navbar-link href="https://">Вторая</mj-navbar-link></mj-navbar>',
  },
  {
    id: 'raw',
    label: 'HTML',
    icon: 'M8 7l-5 5 5 5 1.5-1.5L6 12l3.5-3.5zM16 7l5 5-5 5-1.5-1.5L18 12l-3.5-3.5z',
    content: '<mj-raw><p>Свой HTML</p></mj-raw>',
  },
];
