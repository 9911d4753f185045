import { attributeOf, childOf, childrenOf, type Element, textAt } from '@ostatok/kit/node/xml/xml-document.ts';
import { dayOf, lineAmounts, totalAmounts } from './amounts.ts';
import type { FileLine, FileSupplier, FileTotals, ReadDelivery } from './delivery-file.ts';
import { refused } from './refusals.ts';
import { barcodeOf, barcodeOfMarks, innOf } from './texts.ts';

/** Forms of the tax service: УПД, and УКД, which corrects one. */
const UPD = '1115131';
const CORRECTION = '1115133';
const VERSIONS = ['5.01', '5.02', '5.03'];
/** Of «ОКВ»; the second one is from before 1998, and some programs write it still. */
const ROUBLES = ['643', '810'];
/** Of «Признак товар/работа/услуга»: works, services, property rights. */
const NO_GOODS = ['2', '3', '4'];

const personOf = (person: Element | undefined): string =>
  ['Фамилия', 'Имя', 'Отчество']
    .map((part) => attributeOf(person, part) ?? '')
    .join(' ')
    .trim();

function supplierOf(seller: Element | undefined): FileSupplier {
  const id = childOf(seller, 'ИдСв');
  const company = childOf(id, 'СвЮЛУч');
  const sole = childOf(id, 'СвИП');
  const person = sole ?? childOf(id, 'СвФЛ') ?? childOf(id, 'СвФЛУч');
  const foreign = childOf(id, 'СвИнНеУч');
  const name = personOf(childOf(person, 'ФИО'));
  return {
    name: attributeOf(company ?? foreign, 'НаимОрг') ?? (name === '' ? null : `${sole ? 'ИП ' : ''}${name}`),
    inn: innOf(attributeOf(company, 'ИННЮЛ') ?? attributeOf(person, 'ИННФЛ')),
    code: null,
  };
}

/** The tax is a number in an element of the same name, or one of the reasons why there is none. */
const taxOf = (tax: Element | undefined): string | null =>
  textAt(tax, 'СумНал') ?? (childOf(tax, 'БезНДС') ? '0' : null);

function lineOf(item: Element, index: number): FileLine {
  const number = index + 1;
  const { quantity, sum, price } = lineAmounts(number);
  const more = childOf(item, 'ДопСведТов');
  const code = attributeOf(more, 'КодТов') ?? attributeOf(more, 'АртикулТов');
  const kind = attributeOf(more, 'ПрТовРаб');
  const count = attributeOf(item, 'КолТов');
  // what has no quantity stands on no shelf
  const isService = count === null || (kind !== null && NO_GOODS.includes(kind));
  const marks = childrenOf(more, 'НомСредИдентТов')
    .flatMap((means) => childrenOf(means, 'КИЗ'))
    .map(({ text }) => text)
    .filter((text) => text !== '');
  return {
    number,
    code,
    name: attributeOf(item, 'НаимТов'),
    packs: null,
    inPack: null,
    quantity: quantity(count ?? '1'),
    unit: attributeOf(item, 'НаимЕдИзм') ?? attributeOf(more, 'НаимЕдИзм') ?? attributeOf(item, 'ОКЕИ_Тов'),
    price: price(attributeOf(item, 'ЦенаТов')),
    net: sum(attributeOf(item, 'СтТовБезНДС'), 'сумма без НДС'),
    vat: sum(taxOf(childOf(item, 'СумНал')), 'НДС'),
    gross: sum(attributeOf(item, 'СтТовУчНал'), 'сумма с НДС'),
    vatRate: attributeOf(item, 'НалСт'),
    marks,
    alccode: null,
    ean: barcodeOf(attributeOf(more, 'ГТИН')) ?? barcodeOfMarks(marks),
    volumeMl: null,
    isService,
  };
}

function totalsIn(table: Element | undefined): FileTotals {
  const total = childOf(table, 'ВсегоОпл');
  const { sum } = totalAmounts();
  return {
    // «Нетто всего» may be kilograms where the lines are pieces
    quantity: null,
    net: sum(attributeOf(total, 'СтТовБезНДСВсего'), 'итог без НДС'),
    vat: sum(taxOf(childOf(total, 'СумНалВсего')), 'итог НДС'),
    gross: sum(attributeOf(total, 'СтТовУчНалВсего'), 'итог с НДС'),
  };
}

function mustBeUpd(file: Element, document: Element | undefined): asserts document {
  const form = attributeOf(document, 'КНД');
  if (form === CORRECTION) throw refused('correction');
  if (form !== UPD || !VERSIONS.includes(attributeOf(file, 'ВерсФорм') ?? '')) throw refused('other_form');
}

/** Reads an УПД of the tax service's formats 5.01 to 5.03 (its orders 820 and 970). */
export function readUpd(file: Element): ReadDelivery {
  const document = childOf(file, 'Документ');
  mustBeUpd(file, document);
  const invoice = childOf(document, 'СвСчФакт');
  const currency = attributeOf(invoice, 'КодОКВ') ?? attributeOf(childOf(invoice, 'ДенИзм'), 'КодОКВ');
  if (currency !== null && !ROUBLES.includes(currency)) throw refused('currency');
  const table = childOf(document, 'ТаблСчФакт');
  const isInvoiceAlone = attributeOf(document, 'Функция') === 'СЧФ';
  return {
    kind: 'upd',
    supplier: supplierOf(childOf(invoice, 'СвПрод')),
    number: attributeOf(invoice, 'НомерДок') ?? attributeOf(invoice, 'НомерСчФ'),
    date: dayOf(attributeOf(invoice, 'ДатаДок') ?? attributeOf(invoice, 'ДатаСчФ')),
    lines: childrenOf(table, 'СведТов').map(lineOf),
    stated: totalsIn(table),
    warnings: isInvoiceAlone ? ['Это счёт-фактура без акта передачи: проверьте, что товар пришёл'] : [],
  };
}
