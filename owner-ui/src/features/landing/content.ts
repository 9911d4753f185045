import {
  ChartNoAxesColumn,
  DatabaseBackup,
  FileSpreadsheet,
  KeyRound,
  type LucideIcon,
  MessageCircle,
  Radio,
  ScanBarcode,
  ShieldCheck,
} from 'lucide-react';

export interface Feature {
  icon: LucideIcon;
  title: string;
  text: string;
}

export const features: Feature[] = [
  {
    icon: MessageCircle,
    title: 'Подсчёт в чате',
    text: 'Название, плюс или минус, количество. Несколько строк сразу, «100 мл» станет 0,1 л.',
  },
  {
    icon: ScanBarcode,
    title: 'Сканер в телефоне',
    text: 'Наведите камеру на штрихкод EAN-13. Работает и там, где нет связи.',
  },
  {
    icon: FileSpreadsheet,
    title: 'Excel туда и обратно',
    text: 'Загрузите .xlsx или .xls из своей учётной системы, проверьте и верните остатки.',
  },
  {
    icon: Radio,
    title: 'Видно сразу',
    text: 'Изменение из чата появляется в панели в ту же секунду: кто, когда и сколько.',
  },
  {
    icon: ChartNoAxesColumn,
    title: 'Расхождения',
    text: 'Крепкое, вино, безалкогольное: отчёт с отклонениями от 0,1, 0,375 и 1.',
  },
  {
    icon: ShieldCheck,
    title: 'Данные отдельно',
    text: 'У каждого заведения своя база, свой адрес и свой бот. Соседей не видно.',
  },
  {
    icon: DatabaseBackup,
    title: 'Копии каждый день',
    text: 'Журнал не переписывается: любую запись можно отменить и увидеть отмену.',
  },
  {
    icon: KeyRound,
    title: 'Доступ по ролям',
    text: 'Администратор управляет людьми, сотрудник считает. Вход по токену.',
  },
];

export const steps = [
  { title: 'Зарегистрируйтесь', text: 'Имя, email и пароль — больше ничего не нужно.' },
  { title: 'Создайте заведение', text: 'Выберите адрес, вставьте токен бота. Около минуты.' },
  { title: 'Считайте', text: 'Загрузите список из Excel и пишите боту: «Джемесон +0,7».' },
];
