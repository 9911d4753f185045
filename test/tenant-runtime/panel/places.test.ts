import test from 'ava';
import { places } from '../../../tenant-runtime/panel/app/places.ts';
import { panelScreens } from '../../support/panel/panel-screens.ts';

test('every page without a parameter has its place, and every place is a page', (t) => {
  const pages = panelScreens().filter((path) => !path.includes(':'));

  t.deepEqual(places.map(({ to }) => to.slice(1)).toSorted(), pages.toSorted());
});

test("each place has a key of its own, and the letter shown is the key's", (t) => {
  t.is(new Set(places.map(({ code }) => code)).size, places.length);
  for (const { code, key, label } of places) {
    t.is(code, `Key${key}`, label);
    t.not(code, 'KeyG', 'the first key of a pair');
  }
});
