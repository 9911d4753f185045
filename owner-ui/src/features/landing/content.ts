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

interface Feature {
  icon: LucideIcon;
  title: string;
  text: string;
}

export const features: Feature[] = [
  {
    icon: MessageCircle,
    title: 'Подсчёт в чате',
    text: 'Название, плюс или минус, количество. Несколько строк сразу, часть названия, «100 мл» станет 0,1 л.',
  },
  {
    icon: ScanBarcode,
    title: 'Сканер в телефоне',
    text: 'Наведите камеру на штрихкод EAN‑13. После первой загрузки работает и без связи.',
  },
  {
    icon: FileSpreadsheet,
    title: 'Excel туда и обратно',
    text: 'Загрузите .xlsx или .xls из любой учётной программы, проверьте и верните остатки в неё.',
  },
  {
    icon: Radio,
    title: 'Видно сразу',
    text: 'Изменение из чата появляется в панели в ту же секунду: кто, когда и на сколько.',
  },
  {
    icon: ChartNoAxesColumn,
    title: 'Расхождения',
    text: 'Крепкое, вино, безалкогольное: отчёт с отклонениями от 0,1, от 0,375, от 1 и нулями.',
  },
  {
    icon: ShieldCheck,
    title: 'Данные отдельно',
    text: 'У каждого заведения своя база, свой адрес, свой бот и свой администратор.',
  },
  {
    icon: DatabaseBackup,
    title: 'Ничего не пропадает',
    text: 'Журнал не переписывается: запись можно отменить и увидеть отмену. Копии — каждый день.',
  },
  {
    icon: KeyRound,
    title: 'Доступ по ролям',
    text: 'Администратор управляет людьми и отчётами, сотрудник считает. Вход по токену.',
  },
];

export const steps = [
  { title: 'Зарегистрируйтесь', text: 'Имя, email и пароль — больше ничего не нужно.' },
  {
    title: 'Создайте заведение',
    text: 'Выберите адрес и где писать боту: в Telegram, в MAX или в приложении. Займёт около минуты.',
  },
  { title: 'Считайте', text: 'Загрузите список из Excel и напишите боту: «Джемесон +0,7».' },
];
