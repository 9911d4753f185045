import russian from 'grapesjs/locale/ru';

const placeholder = (text: string) => ({ placeholder: text });

/** The library's Russian dictionary with corrections and additions. */
export const dictionary = {
  ...russian,
  domComponents: {
    names: {
      ...russian.domComponents.names,
      '': 'Блок',
      wrapper: 'Письмо',
      image: 'Картинка',
      text: 'Текст',
      link: 'Ссылка',
      textnode: 'Текст',
    },
  },
  styleManager: { ...russian.styleManager, empty: 'Выберите блок в письме' },
  traitManager: {
    ...russian.traitManager,
    empty: 'Выберите блок в письме',
    label: 'Свойства блока',
    traits: {
      labels: {
        href: 'Ссылка',
        src: 'Адрес картинки',
        alt: 'Подпись картинки',
        title: 'Подсказка',
        rel: 'Отношение (rel)',
        name: 'Имя',
        target: 'Открыть',
        width: 'Ширина',
        height: 'Высота',
        mode: 'Режим',
        'base-url': 'Общий адрес',
        hamburger: 'Свернуть на телефоне',
        'full-width': 'Во всю ширину',
        direction: 'Направление',
      },
      attributes: {
        href: placeholder('https://'),
        src: placeholder('https://'),
        alt: placeholder('Что на картинке'),
        id: placeholder(''),
        title: placeholder(''),
      },
      options: russian.traitManager.traits.options,
    },
  },
  assetManager: {
    addButton: 'Вставить картинку',
    inputPlh: 'https://…/picture.png',
    modalTitle: 'Картинка',
    uploadTitle: 'Укажите адрес картинки',
  },
};

/** The titles of the rich text buttons. */
export const textActions: Record<string, string> = {
  bold: 'Полужирный',
  italic: 'Курсив',
  underline: 'Подчёркнутый',
  strikethrough: 'Зачёркнутый',
  link: 'Ссылка',
};

export const mjmlDictionary = {
  'grapesjs-mjml': {
    category: '',
    panels: {
      buttons: {
        undo: 'Отменить',
        redo: 'Повторить',
        desktop: 'Компьютер',
        tablet: 'Планшет',
        mobile: 'Телефон',
        import: 'Вставить MJML',
      },
      import: { title: 'Вставить MJML', button: 'Вставить', label: '' },
      export: { title: 'Код письма' },
    },
    components: {
      names: {
        body: 'Письмо',
        button: 'Кнопка',
        column: 'Колонка',
        oneColumn: '1 колонка',
        twoColumn: '2 колонки',
        threeColumn: '3 колонки',
        divider: 'Линия',
        group: 'Группа',
        hero: 'Обложка',
        image: 'Картинка',
        navBar: 'Меню ссылок',
        navLink: 'Ссылка меню',
        section: 'Секция',
        socialGroup: 'Соцсети',
        socialElement: 'Соцсеть',
        spacer: 'Отступ',
        text: 'Текст',
        wrapper: 'Карточка',
        raw: 'HTML',
      },
    },
  },
};
