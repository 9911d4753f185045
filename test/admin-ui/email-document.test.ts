import test from 'ava';
import {
  defaultsOf,
  EMPTY_LETTER,
  joinMjml,
  namesIn,
  splitMjml,
  stylesOf,
  toCanvas,
} from '../../admin-ui/src/email/editor/mjml-document.ts';
import { shippedLetter } from '../support/admin-pages/admin-letters.ts';

test('every shipped letter comes apart into head and body, and together again as it was', (t) => {
  for (const name of ['verify', 'receipt', 'reset', 'welcome', 'payment-failed', 'suspended', 'expiry-warning']) {
    const letter = shippedLetter(name);
    const parts = splitMjml(letter);
    t.truthy(parts, name);
    if (!parts) continue;
    t.true(parts.head.startsWith('<mj-head>') && parts.body.startsWith('<mj-body'), name);
    t.deepEqual(splitMjml(joinMjml(parts)), parts, name);
    t.true(defaultsOf(parts.head).includes('<mj-all'), name);
    t.false(stylesOf(parts.head).includes('@media'), name);
    t.true(stylesOf(parts.head).includes('.address a'), name);
  }
  t.truthy(splitMjml(EMPTY_LETTER));
});

test('what is no whole letter is not taken apart', (t) => {
  for (const text of ['', '<p>Письмо</p>', '<mjml><mj-head></mj-head></mjml>', '<mj-body></mj-body>'])
    t.is(splitMjml(text), undefined, text);
});

test('for the canvas nothing closes itself, and tables carry their rows in an attribute', (t) => {
  t.is(toCanvas('<mj-divider border-color="#fff" />'), '<mj-divider border-color="#fff"></mj-divider>');
  t.is(toCanvas('<mj-image alt="a > b" src="x" />'), '<mj-image alt="a > b" src="x"></mj-image>');
  const inside = '<tr><td>{{amount}}</td></tr>';
  const given = toCanvas(`<mj-table css-class="facts">${inside}</mj-table>`);
  t.is(given, `<mj-table css-class="facts" data-inside="${encodeURIComponent(inside)}"></mj-table>`);
});

test('variables are found wherever they stand, sections too, each once', (t) => {
  t.deepEqual(namesIn('{{name}}, {{ name }}', '{{#plan}}{{plan}}{{/plan}}', null, undefined, '{ {no} } {{}}'), [
    'name',
    'plan',
  ]);
});
