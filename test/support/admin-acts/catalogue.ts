import { randomUUID } from 'node:crypto';
import { bearer } from '../platform/api.ts';
import type { Reply } from '../platform/platform.ts';
import type { Acts, Ground } from './ground.ts';

let codes = 460_000_010_000;
function newCode(): string {
  codes += 1;
  const twelve = String(codes);
  const sum = [...twelve].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 1 ? 3 : 1), 0);
  return twelve + ((10 - (sum % 10)) % 10);
}

export function bottles({ platform, admin, ask, toTheEnd }: Ground): Acts {
  const newAlias = async () => (await ask('POST', 'admin/aliases', { ean: newCode(), description: 'Ром' })).body.alias;
  const addCode = ({ id }: { id: number }) => ask('POST', `admin/aliases/${id}/codes`, { ean: newCode(), pack: 12 });
  const proposal = async (): Promise<number> => {
    const row = { tenant_id: 'tnobody00000', key: randomUUID(), ean: newCode(), description: 'Ром', search_key: 'rom' };
    const [{ id }] = await platform.db('alias_proposals').insert(row).returning('id');
    return id;
  };
  async function imported(act?: 'commit' | 'undo'): Promise<Reply> {
    const form = new FormData();
    form.set('file', new Blob([`ean;name\n${newCode()};Джин\n`]), 'aliases.csv');
    const [name, value] = bearer(admin);
    const sent = await fetch(`${platform.url}/api/admin/aliases/import`, {
      ...{ method: 'POST', body: form, headers: { [name]: value } },
    });
    const { importId } = (await sent.json()) as { importId: string };
    if (act === 'undo') await ask('POST', `admin/aliases/import/${importId}/commit`);
    return ask('POST', `admin/aliases/import/${importId}/${act}`);
  }
  return {
    'POST /api/admin/aliases': () => ask('POST', 'admin/aliases', { ean: newCode(), description: 'Ром' }),
    'PUT /api/admin/aliases/:id': async () => {
      const { id, ean } = await newAlias();
      return ask('PUT', `admin/aliases/${id}`, { ean, description: 'Ром тёмный' });
    },
    'DELETE /api/admin/aliases/:id': async () => ask('DELETE', `admin/aliases/${(await newAlias()).id}`),
    'POST /api/admin/aliases/:id/codes': async () => addCode(await newAlias()),
    'POST /api/admin/aliases/:id/separate': async () => {
      const { id } = (await addCode(await newAlias())).body.alias;
      return ask('POST', `admin/aliases/${id}/separate`);
    },
    'POST /api/admin/aliases/revisions/:revision/revert': async () => {
      const { id, revision } = await newAlias();
      await ask('DELETE', `admin/aliases/${id}`);
      return ask('POST', `admin/aliases/revisions/${revision}/revert`);
    },
    'POST /api/admin/aliases/push': async () => toTheEnd(await ask('POST', 'admin/aliases/push', {})),
    'POST /api/admin/aliases/import/:importId/commit': () => imported('commit'),
    'POST /api/admin/aliases/import/:importId/undo': () => imported('undo'),
    'POST /api/admin/aliases/proposals/:id/approve': async () =>
      ask('POST', `admin/aliases/proposals/${await proposal()}/approve`),
    'POST /api/admin/aliases/proposals/:id/reject': async () =>
      ask('POST', `admin/aliases/proposals/${await proposal()}/reject`, { reason: 'Нет' }),
    'POST /api/admin/aliases/proposals/:id/reopen': async () => {
      const id = await proposal();
      await ask('POST', `admin/aliases/proposals/${id}/approve`);
      return ask('POST', `admin/aliases/proposals/${id}/reopen`);
    },
    'PUT /api/admin/aliases/synonyms/:id/status': async () => {
      const row = { alias_id: (await newAlias()).id, name: 'ромчик', mark: 'romcik', created_at: new Date() };
      const [{ id }] = await platform.db('alias_synonyms').insert(row).returning('id');
      return ask('PUT', `admin/aliases/synonyms/${id}/status`, { status: 'approved' });
    },
    'PUT /api/admin/aliases/proposals/:id/edit-and-approve': async () =>
      ask('PUT', `admin/aliases/proposals/${await proposal()}/edit-and-approve`, { editedData: { brand: 'Море' } }),
  };
}
