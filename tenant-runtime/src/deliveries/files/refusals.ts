import { Unreadable } from '@ostatok/kit/node/errors.ts';

const reasons = {
  not_delivery:
    'Это не накладная. Читаются УПД и накладные iiko и ЕГАИС в XML, ТОРГ-12 и другие таблицы в .xlsx, .xls и .csv',
  commerceml: 'Это документ обмена с 1С (CommerceML), а не накладная. Попросите у поставщика УПД или ТОРГ-12',
  bill: 'Это счёт на оплату, а не накладная: товар по нему ещё не пришёл. Попросите у поставщика УПД или ТОРГ-12',
  correction: 'Это корректировочный документ (УКД), а не поставка. Исправьте саму поставку или отмените её',
  other_form: 'Этот файл ФНС — не УПД. Читаются УПД форматов 5.01, 5.02 и 5.03',
  stock: 'Это остатки ЕГАИС, а не накладная. Загрузите товарно-транспортную накладную (WayBill)',
  egais_other: 'Это служебный документ ЕГАИС, а не накладная. Загрузите товарно-транспортную накладную (WayBill)',
  goods_returned: 'Это возврат поставщику, а не поставка',
  several: 'В файле несколько накладных. Загрузите их по одной',
  deleted: 'Эта накладная удалена в iiko',
  currency: 'Документ не в рублях. Внесите поставку вручную',
  no_lines: 'В документе нет ни одной строки с товаром',
  too_many_lines: 'В документе больше 5 000 строк. Разделите его',
  bad_json: 'Файл JSON повреждён или передан не до конца. Скачайте его заново',
  no_sheet: 'Такого листа в книге нет. Выберите другой',
  no_columns: 'Не понять, в каких столбцах что записано. Укажите столбцы',
} as const;

export const refused = (reason: keyof typeof reasons): Unreadable => new Unreadable(reason, reasons[reason]);

/** Refuses a document because of what stands at one place of it, such as «Строка 3». */
export const badAmount = (place: string, what: string): Unreadable =>
  new Unreadable('bad_amount', `${place}: ${what}. Документ не загружен`);

export const badDate = (text: string): Unreadable =>
  new Unreadable('bad_date', `Дата документа — «${text.slice(0, 40)}»: такой быть не может. Документ не загружен`);
