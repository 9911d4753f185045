import type { Element } from '@ostatok/kit/node/xml/xml-document.ts';
import type { Fields } from './records.ts';
import { refused } from './refusals.ts';

const isRecord = ({ children }: Element): boolean =>
  children.length > 1 && children.every((child) => child.children.length === 0);

function recordsIn(element: Element, found: Element[]): void {
  if (isRecord(element)) found.push(element);
  else for (const child of element.children) recordsIn(child, found);
}

/** Returns the rows of a report in XML: elements that hold nothing but values, as `<data>` and `<r>` of iiko. */
export function recordsOf(root: Element): Fields[] {
  const found: Element[] = [];
  recordsIn(root, found);
  const delivery = ['Файл', 'Documents', 'incomingInvoiceDtoes', 'document', 'КоммерческаяИнформация'];
  if (delivery.includes(root.name)) throw refused('delivery');
  if (found.length === 0) throw refused('not_sales');
  return found.map(({ children }) => Object.fromEntries(children.map(({ name, text }) => [name, text])));
}
