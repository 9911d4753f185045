import test from 'ava';
import type { HostImage } from '../../api/src/hosting/host.ts';
import { bearer, createTestApi, type TestApi } from '../support/platform/api.ts';

/** A container host with three releases, the newest in use. */
function hostOf(images: HostImage[]) {
  return {
    list: async () => [],
    presentRelease: async () => '1.9',
    hasRelease: () => true,
    images: async () => images,
    removeImage: async (id: string) => {
      images.splice(
        images.findIndex((image) => image.id === id),
        1,
      );
    },
  };
}
const image = (id: string, repository: string, day: number): HostImage => ({
  id,
  repository,
  tag: `1.${day}`,
  size: day * 1000,
  createdAt: new Date(Date.UTC(2026, 0, day)),
});

let api: TestApi;
let admin: { token: string };
test.before(async () => {
  const images = [image('aa', 'tenant-runtime', 1), image('bb', 'tenant-runtime', 9), image('cc', 'base', 5)];
  api = await createTestApi({ host: hostOf(images) });
  admin = await api.signUp('admin');
});
test.after.always(() => api.close());

const read = async (query = ''): Promise<string[]> => {
  const { body } = await api.call.get(`/api/admin/images${query}`).set(...bearer(admin));
  return body.images.map(({ id }: { id: string }) => id);
};

test.serial('images are listed newest first, sorted by repository, searched and paged', async (t) => {
  t.deepEqual(await read(), ['bb', 'cc', 'aa']);
  t.deepEqual(await read('?sort=["repository","ASC"]'), ['cc', 'aa', 'bb']);
  t.deepEqual(await read('?search=BASE'), ['cc']);
  t.deepEqual(await read('?search=1.9'), ['bb']);
  t.deepEqual(await read('?range=[1,1]'), ['cc']);
  t.deepEqual(await read(`?filter=${encodeURIComponent('{"id":["aa"]}')}`), ['aa']);
});

test.serial(
  'an image in use stays, another goes and is noted, and a customer may neither see nor delete',
  async (t) => {
    const customer = await api.signUp();
    const remove = (id: string, as = admin) => api.call.delete(`/api/admin/images/${id}`).set(...bearer(as));

    t.is((await remove('aa', customer)).status, 403);
    t.is((await api.call.get('/api/admin/images').set(...bearer(customer))).status, 403);
    t.like(await remove('bb'), {
      status: 409,
      body: { code: 'image_in_use', error: 'Из образа tenant-runtime:1.9 запускаются заведения: его нельзя удалить' },
    });
    t.like(await remove('aa'), { status: 200, body: { success: true, message: 'Образ удалён' } });
    t.like(await remove('aa'), { status: 404, body: { code: 'image_not_found' } });
    t.deepEqual(await read(), ['bb', 'cc']);
    const entry = await api.db('activity').where({ action: 'image.deleted' }).first();
    t.is(entry.description, 'Удалён образ tenant-runtime:1.1');
  },
);
