import test from 'ava';
import { admin, api, call, codeOf, setUpAliasImports } from '../support/catalogue/alias-imports.ts';
import { bearer } from '../support/platform/api.ts';

setUpAliasImports();

const remove = (id: number) => api.call.delete(`/api/admin/aliases/${id}`).set(...bearer(admin));
const change = (id: number, body: object) => call('put', `/${id}`, body);
const add = (id: number, body: object) => call('post', `/${id}/codes`, body);
const separate = (id: number) => call('post', `/${id}/separate`);
const codes = async (id: number) => (await call('get', `/${id}/codes`)).body.codes;
const named = async (ean: string, description: string, more: object = {}) =>
  (await call('post', '', { ean, description, ...more })).body.alias;
const one = async (id: number) => (await call('get', `/${id}`)).body.alias;
const found = async (text: string) =>
  (await call('get', `?search=${encodeURIComponent(text)}`)).body.data.map(({ ean }: { ean: string }) => ean);
const revertTo = (revision: number) => call('post', `/revisions/${revision}/revert`);
const shape = (list: { ean: string; pack: number; product_ean: string | null }[]) =>
  list.map(({ ean, pack, product_ean }) => [ean, pack, product_ean]);

/** The code of a case of fourteen digits. */
function caseOf(ean: string): string {
  const digits = `1${ean.slice(0, 12)}`;
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return digits + ((10 - (sum % 10)) % 10);
}

test('a product has codes of a bottle and of a case, each with the product’s facts and its own count', async (t) => {
  const beluga = await named(codeOf(101), 'Водка Белуга 0,7 л', { weight_empty_g: 700, volume_ml: 700 });
  const box = caseOf(codeOf(101));

  const added = await add(beluga.id, { ean: box, pack: 12 });
  const second = await add(beluga.id, { ean: codeOf(102), pack: 1 });

  t.is(added.status, 201);
  t.like(added.body.alias, { ean: box, pack: 12, product_id: beluga.id, product_ean: codeOf(101), volume_ml: 700 });
  t.like(added.body.alias, { weight_empty_g: 700, description: 'Водка Белуга 0,7 л' });
  const all = [
    [codeOf(101), 1, null],
    [codeOf(102), 1, codeOf(101)],
    [box, 12, codeOf(101)],
  ];
  t.deepEqual(shape(await codes(beluga.id)), all);
  t.deepEqual(shape(await codes(added.body.alias.id)), all, 'by any of them');
  t.like(await one(second.body.alias.id), { pack: 1, weight_empty_g: 700 });
});

test('what is changed by one code is changed by all of them, and in the history of each', async (t) => {
  const gin = await named(codeOf(111), 'Джин Сад');
  const other = (await add(gin.id, { ean: codeOf(112), pack: 6 })).body.alias;

  t.is((await change(gin.id, { ean: codeOf(111), description: 'Джин Сад 0,5 л', volume_ml: 500 })).status, 200);
  t.like(await one(other.id), { description: 'Джин Сад 0,5 л', volume_ml: 500, pack: 6 });

  const byOther = await change(other.id, { ean: codeOf(112), description: 'Джин Сад 0,5 л', brand: 'Сад' });
  t.like(byOther.body.alias, { ean: codeOf(112), brand: 'Сад', volume_ml: 500, pack: 6 });
  t.like(await one(gin.id), { ean: codeOf(111), brand: 'Сад', volume_ml: 500, product_id: null });

  const history = (await call('get', `/${other.id}/history`)).body.data;
  t.deepEqual(
    history.map(
      ({ action, after }: { action: string; after: { pack: number; product_ean: string; brand: string } }) => [
        action,
        after.pack,
        after.product_ean,
        after.brand,
      ],
    ),
    [
      ['updated', 6, codeOf(111), 'Сад'],
      ['updated', 6, codeOf(111), null],
      ['created', 6, codeOf(111), null],
    ],
  );
});

test('an alias becomes a code of another product, and is itself again when it is separated', async (t) => {
  const rum = await named(codeOf(121), 'Ром Море белый', { weight_empty_g: 510 });
  const twin = await named(codeOf(122), 'Ром «Море», ящик', { brand: 'Море' });

  const linked = await add(rum.id, { ean: codeOf(122), pack: 6, revision: twin.revision });
  t.like(linked.body.alias, { id: twin.id, description: 'Ром Море белый', brand: null, weight_empty_g: 510, pack: 6 });
  t.deepEqual(await found('ром море ящик'), [], 'its former name names nothing');
  t.deepEqual(await found('ром море белый'), [codeOf(121)], 'the product is found once');

  const apart = await separate(twin.id);
  t.like(apart.body.alias, { description: 'Ром «Море», ящик', brand: 'Море', pack: 1, product_id: null });
  t.deepEqual(await found('ром море ящик'), [codeOf(122)]);
  t.deepEqual(shape(await codes(rum.id)), [[codeOf(121), 1, null]]);

  t.is((await revertTo(linked.body.alias.revision)).status, 200);
  t.like(await one(twin.id), { product_id: rum.id, pack: 6, description: 'Ром Море белый' });
});

test('a code that was never anything else goes when it is separated, and may be taken back', async (t) => {
  const rum = await named(codeOf(131), 'Ром отдельный');
  const box = (await add(rum.id, { ean: codeOf(132), pack: 6 })).body.alias;

  const { body } = await separate(box.id);
  t.is(body.alias, null);
  t.is((await call('get', `/${box.id}`)).status, 404);

  t.is((await revertTo(box.revision)).status, 200);
  t.like(await one(box.id), { pack: 6, product_ean: codeOf(131) });
});

test('a part of a code finds the product once, a whole code itself', async (t) => {
  const wine = await named(codeOf(14100), 'Вино столовое красное');
  await add(wine.id, { ean: codeOf(14101), pack: 6 });
  await add(wine.id, { ean: codeOf(14102), pack: 12 });

  t.deepEqual(await found(codeOf(14100).slice(0, 11)), [codeOf(14100)]);
  t.deepEqual(await found(codeOf(14101)), [codeOf(14101)]);
});

test('what cannot be a code of the product is refused in words', async (t) => {
  const main = await named(codeOf(151), 'Виски первый');
  const other = await named(codeOf(152), 'Виски второй');
  const box = (await add(other.id, { ean: codeOf(153), pack: 6 })).body.alias;
  const refused = async (reply: ReturnType<typeof add>): Promise<[number, string, string]> => {
    const { status, body } = await reply;
    return [status, body.code, body.error];
  };

  t.deepEqual(await refused(add(main.id, { ean: codeOf(151), pack: 6 })), [
    409,
    'main_code',
    'Это основной код этого товара',
  ]);
  t.deepEqual(await refused(add(main.id, { ean: codeOf(152), pack: 6 })), [
    409,
    'code_has_codes',
    `У кода ${codeOf(152)} есть свои коды товара. Сначала отделите их`,
  ]);
  t.deepEqual(await refused(add(main.id, { ean: codeOf(153), pack: 6 })), [
    409,
    'code_taken',
    `Код ${codeOf(153)} — уже код другого товара: «Виски второй». Сначала отделите его`,
  ]);
  t.is((await add(main.id, { ean: codeOf(154), pack: 0 })).status, 400);
  t.is((await add(main.id, { ean: codeOf(154), pack: 1001 })).status, 400);
  t.is((await add(main.id, { ean: codeOf(154), pack: 1.5 })).status, 400);
  t.is((await add(main.id, { ean: codeOf(154) })).status, 400);
  t.is((await add(main.id, { ean: '4600000000001', pack: 6 })).status, 400);
  t.is((await add(999_999_999, { ean: codeOf(154), pack: 6 })).status, 404);
  t.deepEqual(await refused(separate(main.id)), [409, 'main_code', 'Это основной код товара: отделять его не от чего']);
  const boxes = caseOf(codeOf(151));
  t.is((await call('post', '', { ean: boxes, description: 'Ящик' })).status, 400, 'a case is no product');
  t.is((await change(main.id, { ean: boxes, description: 'Виски' })).status, 400);
  t.like(await one(box.id), { product_id: other.id });
});

test('of two administrators who give a code to two products one is refused', async (t) => {
  const [one_, two] = [await named(codeOf(161), 'Ликёр один'), await named(codeOf(162), 'Ликёр два')];

  const replies = await Promise.all([one_, two].map(({ id }) => add(id, { ean: codeOf(163), pack: 6 })));

  t.deepEqual(replies.map(({ status }) => status).toSorted(), [201, 409]);
  const stale = await named(codeOf(164), 'Ликёр три');
  await change(stale.id, { ean: codeOf(164), description: 'Ликёр уже другой' });
  const late = await add(one_.id, { ean: codeOf(164), pack: 1, revision: stale.revision });
  t.like(late, { status: 409, body: { code: 'alias_changed' } });
});

test('when the main code is deleted, the lowest code of a bottle is the main one; the deletion can be taken back', async (t) => {
  const main = await named(codeOf(171), 'Текила');
  const box = (await add(main.id, { ean: codeOf(172), pack: 6 })).body.alias;
  const second = (await add(main.id, { ean: codeOf(174), pack: 1 })).body.alias;
  const first = (await add(main.id, { ean: codeOf(173), pack: 1 })).body.alias;

  t.is((await remove(main.id)).status, 200);
  t.deepEqual(shape(await codes(box.id)), [
    [codeOf(173), 1, null],
    [codeOf(174), 1, codeOf(173)],
    [codeOf(172), 6, codeOf(173)],
  ]);
  t.deepEqual(await found('текила'), [codeOf(173)]);

  t.is((await revertTo(main.revision)).status, 200);
  t.deepEqual(shape(await codes(main.id)), [
    [codeOf(171), 1, null],
    [codeOf(173), 1, codeOf(171)],
    [codeOf(174), 1, codeOf(171)],
    [codeOf(172), 6, codeOf(171)],
  ]);
  t.deepEqual(await found('текила'), [codeOf(171)]);
  t.like(await one(first.id), { product_id: main.id });
  t.like(await one(second.id), { product_id: main.id });
});

test('a main code with codes of cases alone is not deleted', async (t) => {
  const main = await named(codeOf(181), 'Пиво');
  const box = (await add(main.id, { ean: codeOf(182), pack: 20 })).body.alias;

  const reply = await remove(main.id);
  t.like(reply, { status: 409, body: { code: 'only_cases_left' } });
  t.regex(reply.body.error, new RegExp(codeOf(182)));

  t.is((await separate(box.id)).status, 200);
  t.is((await remove(main.id)).status, 200);
});

test('a venue is answered with the product’s facts by a case’s code, and with its count', async (t) => {
  const main = await named(codeOf(191), 'Бренди', { volume_ml: 500 });
  const box = caseOf(codeOf(191));
  await add(main.id, { ean: box, pack: 6 });

  const { catalogue } = api.administration;
  t.like(await catalogue.lookup(box), { ean: box, pack: 6, product_ean: codeOf(191), volume_ml: 500 });
  t.like(await catalogue.productOf(box), { ean: codeOf(191), pack: 1, product_id: null });
});
