import test from 'ava';
import iconv from 'iconv-lite';
import iconvOfNode from '../../../tenant-runtime/iconv-of-node.ts';
import { attachmentsOf, fileName, mayBeTable } from '../../../tenant-runtime/src/feeds/attachments.ts';

test('names of attachments are read in the encodings of tills, and are one line', (t) => {
  t.is(fileName('=?windows-1251?B?7vL3uPIueGxz?='), 'отчёт.xls');
  t.is(fileName('=?koi8-r?Q?=CF=D4=DE=C5=D4?= =?koi8-r?Q?=2Excsv?='), 'отчет.xcsv');
  t.is(fileName('=?no-such-charset?B?AAAA?='), '=?no-such-charset?B?AAAA?=');
  t.is(fileName('a\r\nb/../c.xls'), 'a b .. c.xls');
  t.is(fileName(undefined), '');
});

test('files of a letter are told from its words and pictures, in letters within it too', (t) => {
  const leaf = (part: string, type: string, more: object = {}) => ({ part, type, size: 10, ...more });
  const attachment = (filename: string) => ({ disposition: 'attachment', dispositionParameters: { filename } });
  const letter = {
    type: 'multipart/mixed',
    childNodes: [
      { type: 'multipart/alternative', childNodes: [leaf('1.1', 'text/plain'), leaf('1.2', 'text/html')] },
      leaf('2', 'image/png', attachment('logo.png')),
      leaf('3', 'application/vnd.ms-excel', attachment('отчёт.xls')),
      leaf('4', 'text/plain', { disposition: 'inline', parameters: { name: 'sales.csv' } }),
      {
        type: 'message/rfc822',
        childNodes: [leaf('5.1', 'text/plain'), leaf('5.2', 'application/pdf', attachment('a.pdf'))],
      },
      leaf('6', 'application/pkcs7-signature', { parameters: { name: 'smime.p7s' } }),
    ],
  };

  const found = attachmentsOf(letter);

  t.deepEqual(
    found.map(({ part, name }) => [part, name]),
    [
      ['3', 'отчёт.xls'],
      ['4', 'sales.csv'],
      ['5.2', 'a.pdf'],
    ],
  );
  t.deepEqual(found.map(mayBeTable), [true, true, false]);
});

test('folders and encodings are read as by iconv-lite, in whose place Node does it in a built venue', (t) => {
  for (const name of ['Отчёты', 'INBOX', 'A&B', 'Продажи & Co/2026', '日本😀', '']) {
    const coded = iconvOfNode.encode(name, 'utf-7-imap');
    t.is(String(coded), iconv.encode(name, 'utf-7-imap').toString(), name);
    t.is(iconvOfNode.decode(coded, 'utf-7-imap'), name);
  }
  for (const charset of ['windows-1251', 'koi8-r', 'utf-8', 'utf-16le'])
    t.is(iconvOfNode.decode(iconv.encode('Отчёт', charset), charset), 'Отчёт');
  t.deepEqual(['koi8-r', 'no-such'].map(iconvOfNode.encodingExists), [true, false]);
});
