import test from 'ava';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { toast, useToasterStore } from 'react-hot-toast';

const SHOWN_AT_ONCE = 20;

const Count = () => createElement('b', null, useToasterStore().toasts.length);

test('twenty toasts at most are shown at once', (t) => {
  for (let n = 0; n < SHOWN_AT_ONCE + 5; n += 1) toast(`новость ${n}`);
  t.is(renderToStaticMarkup(createElement(Count)), `<b>${SHOWN_AT_ONCE}</b>`);
});
