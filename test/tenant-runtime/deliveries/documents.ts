import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TextDecoder } from 'node:util';
import type { ExecutionContext } from 'ava';

/** Writes bytes to a file of the test's own. */
export async function fileOf(t: ExecutionContext, bytes: Buffer | string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ostatok-deliveries-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'document');
  await writeFile(path, bytes);
  return path;
}

const bytesOf1251 = new Map(
  Array.from({ length: 256 }, (_, byte) => [new TextDecoder('windows-1251').decode(Buffer.from([byte])), byte]),
);

export const inWindows1251 = (text: string): Buffer =>
  Buffer.from(Array.from(text, (sign) => bytesOf1251.get(sign) ?? 63));

export interface UpdLine {
  name?: string;
  code?: string;
  quantity?: string;
  price?: string;
  net?: string;
  vat?: string;
  gross?: string;
  /** Of «Признак товар/работа/услуга». */
  kind?: string;
  marks?: string[];
  unit?: string;
}

interface Upd {
  version?: string;
  form?: string;
  currency?: string;
  encoding?: string;
  number?: string;
  date?: string;
  inn?: string;
  seller?: string;
  lines?: UpdLine[];
  /** The document's own total with VAT; what the lines add up to is left out. */
  total?: string;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function lineXml(line: UpdLine, index: number): string {
  const { name = 'Джин «Северный» 0,7', code = 'ДЖ-01', quantity = '6', price = '1000', kind = '1' } = line;
  const { net = '6000', vat = '1200', gross = '7200', marks = [], unit = 'шт' } = line;
  const means = marks.map((mark) => `<НомСредИдентТов><КИЗ>${escaped(mark)}</КИЗ></НомСредИдентТов>`).join('');
  return `<СведТов НомСтр="${index + 1}" НаимТов="${escaped(name)}" ОКЕИ_Тов="${unit === 'шт' ? 796 : 778}" НаимЕдИзм="${unit}" КолТов="${quantity}"
    ЦенаТов="${price}" СтТовБезНДС="${net}" НалСт="20%" СтТовУчНал="${gross}">
    <Акциз><БезАкциз>без акциза</БезАкциз></Акциз><СумНал><СумНал>${vat}</СумНал></СумНал>
    <ДопСведТов ПрТовРаб="${kind}" КодТов="${code}">${means}</ДопСведТов></СведТов>`;
}

/** An УПД of an invented supplier. */
export function updXml(upd: Upd = {}): string {
  const { version = '5.03', form = '1115131', currency = '643', encoding = 'UTF-8', lines = [{}], total } = upd;
  const { number = 'УТ-17', date = '20.11.2026', inn = '7701234567', seller = 'ООО "Ромашка"' } = upd;
  const [numberName, dateName] = version === '5.01' ? ['НомерСчФ', 'ДатаСчФ'] : ['НомерДок', 'ДатаДок'];
  return `<?xml version="1.0" encoding="${encoding}"?>
<Файл ИдФайл="ON_NSCHFDOPPR_1" ВерсФорм="${version}"><Документ КНД="${form}" Функция="ДОП">
<СвСчФакт ${numberName}="${number}" ${dateName}="${date}"><СвПрод><ИдСв>
<СвЮЛУч НаимОрг="${escaped(seller)}" ИННЮЛ="${inn}"/></ИдСв></СвПрод><ДенИзм КодОКВ="${currency}"/></СвСчФакт>
<ТаблСчФакт>${lines.map(lineXml).join('\n')}
${total === undefined ? '' : `<ВсегоОпл СтТовУчНалВсего="${total}"/>`}</ТаблСчФакт></Документ></Файл>`;
}

interface IikoLine {
  code?: string;
  name?: string;
  amount?: string;
  came?: string;
  sum?: string;
}

/** An incomingInvoice of iiko, which names no units. */
export function iikoXml(lines: IikoLine[] = [{}], number = '9'): string {
  const items = lines.map(
    ({ code = 'ЦБ-1', name, amount = '7', came = amount, sum = '7000' }, index) =>
      `<item><num>${index + 1}</num><supplierProductArticle>${code}</supplierProductArticle>${
        name === undefined ? '' : `<supplierProduct>${name}</supplierProduct>`
      }<amount>${amount}</amount><actualAmount>${came}</actualAmount><sum>${sum}</sum></item>`,
  );
  return `<document><documentNumber>${number}</documentNumber><incomingDate>2026-11-20</incomingDate>
<supplier>s-1</supplier><items>${items.join('')}</items></document>`;
}

/** A waybill of ЕГАИС; `prefix` is what this program calls the schema of the waybill. */
export function waybillXml({ version = 'v3', prefix = 'wb', type = 'WBInvoiceFromMe', unit = 'Packed' } = {}): string {
  const w = prefix;
  return `<?xml version="1.0" encoding="UTF-8"?>
<n0:Documents xmlns:n0="http://fsrar.ru/WEGAIS/WB_DOC_SINGLE_01" xmlns:${w}="http://fsrar.ru/WEGAIS/TTNSingle_${version}"
 xmlns:o="http://fsrar.ru/WEGAIS/ClientRef_v2" xmlns:p="http://fsrar.ru/WEGAIS/ProductRef_v2" xmlns:c="http://fsrar.ru/WEGAIS/CommonV3">
<n0:Document><n0:WayBill_${version}><${w}:Header><${w}:Type>${type}</${w}:Type><${w}:NUMBER>77</${w}:NUMBER>
<${w}:Date>2026-11-19</${w}:Date><${w}:ShippingDate>2026-11-20</${w}:ShippingDate>
<${w}:Shipper><o:UL><o:ClientRegId>010000000001</o:ClientRegId><o:FullName>ООО "Ромашка"</o:FullName><o:INN>7701234567</o:INN></o:UL></${w}:Shipper>
</${w}:Header><${w}:Content><${w}:Position><${w}:Quantity>2</${w}:Quantity><${w}:Price>350.5</${w}:Price>
<${w}:Product><p:UnitType>${unit}</p:UnitType><p:FullName>Джин «Северный»</p:FullName><p:AlcCode>0000000000000000001</p:AlcCode><p:Capacity>0.7</p:Capacity></${w}:Product>
<${w}:InformF2><c:MarkInfo><c:boxpos><c:amclist><c:amc>22N1</c:amc></c:amclist></c:boxpos></c:MarkInfo></${w}:InformF2>
</${w}:Position></${w}:Content></n0:WayBill_${version}></n0:Document></n0:Documents>`;
}

/** Rows of a ТОРГ-12 of two pages, each with its header and total; `total` replaces the document's own with VAT. */
export function torg12Rows({ total = 10_800 }: { total?: number } = {}): (string | number | null)[][] {
  const numbering = Array.from({ length: 15 }, (_, index) => index + 1);
  const line = (number: number, name: string, quantity: number) => [
    number,
    name,
    `К-${number}`,
    'бут',
    868,
    null,
    6,
    quantity / 6,
    null,
    quantity,
    500,
    quantity * 500,
    '20%',
    quantity * 100,
    quantity * 600,
  ];
  const sum = (label: string, quantity: number, gross = quantity * 600) => [
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    label,
    null,
    quantity,
    'Х',
    quantity * 500,
    'Х',
    quantity * 100,
    gross,
  ];
  return [
    ['Унифицированная форма № ТОРГ-12'],
    ['Поставщик', 'ООО "Ромашка", ИНН 7701234567, 101000, Москва г, тел.: 000'],
    ['ТОВАРНАЯ НАКЛАДНАЯ', 'РМ-5', '20.11.2026'],
    ['Но-мер по по-рядку', 'Товар'],
    numbering,
    line(1, 'Джин «Северный»', 6),
    sum('Итого', 6),
    [null, 'Страница 2'],
    ['Но-мер по по-рядку', 'Товар'],
    numbering,
    line(2, 'Вермут «Летний»', 12),
    sum('Итого', 12),
    sum('Всего по накладной', 18, total),
    ['Всего отпущено на сумму', 'Десять тысяч восемьсот рублей'],
  ];
}
