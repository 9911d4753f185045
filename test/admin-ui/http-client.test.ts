import { ApiError } from '@ostatok/kit/web/api-client.ts';
import test from 'ava';
import { api, httpClient, patientApi } from '../../admin-ui/src/http-client.ts';

test.serial(
  'an answer that holds nothing of what was asked is a failure, which the log names in English',
  async (t) => {
    const before = globalThis.fetch;
    globalThis.fetch = async () => Response.json({ something: 'of a network’s own page' });
    Object.assign(globalThis, { localStorage: { getItem: () => null } });
    t.teardown(() => {
      globalThis.fetch = before;
    });

    const message = 'Failed to fetch tenants';
    await t.throwsAsync(httpClient('/api/admin/tenants?range=[0,49]'), { message });
    await t.notThrowsAsync(httpClient('/api/admin/tenants/t1', { method: 'DELETE' }));
  },
);

test.serial(
  'a reading without an answer is given up as if nobody were there; what changes something is waited for',
  async (t) => {
    const { fetch } = globalThis;
    const { timeout } = AbortSignal;
    t.teardown(() => Object.assign(globalThis, { fetch }));
    t.teardown(() => Object.assign(AbortSignal, { timeout }));
    const given: (AbortSignal | null | undefined)[] = [];
    const limits: number[] = [];
    Object.assign(globalThis, {
      localStorage: { getItem: () => null },
      async fetch(_input: string, { signal }: RequestInit) {
        given.push(signal);
        signal?.throwIfAborted();
        return Response.json({ success: true });
      },
    });
    AbortSignal.timeout = (ms) => {
      limits.push(ms);
      return AbortSignal.abort(new DOMException('too long', 'TimeoutError'));
    };

    const error = await t.throwsAsync(api.get('/api/admin/users', { signal: new AbortController().signal }), {
      instanceOf: ApiError,
    });
    await api.put('/api/admin/users/7/status', { status: 'blocked' });
    await patientApi.get('/api/test/disk-usage');

    t.is(error?.status, 0);
    t.deepEqual(limits, [30_000]);
    t.deepEqual(given.slice(1), [undefined, undefined]);
  },
);
