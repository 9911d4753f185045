import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ExecutionContext } from 'ava';

type PosterTrouble = { status: number; body: string } | { error: { code: number; message: string } | number };

/** What was sold of one product on a day; money in kopecks, as texts. */
export const soldAtPoster = (more: Record<string, unknown> = {}) => ({
  product_id: '5',
  product_name: 'Негрони',
  modification_id: '0',
  modificator_name: '',
  category_id: '1',
  count: '3.0000000',
  unit: 'p',
  weight_flag: '0',
  payed_sum: '150000.0000000',
  product_sum: '180000.0000000',
  product_profit: '90000',
  ...more,
});

/** Poster's web API: errors come with the status 200, and days as Ymd, both included. */
export async function startPoster(t: ExecutionContext, token = '687409:4164553abf6a031302898da7800b59fb') {
  const days = new Map<string, object[]>();
  const asked: Record<string, string>[] = [];
  const troubles: PosterTrouble[] = [];
  const send = (res: ServerResponse, body: object): void =>
    void res.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '/', 'http://poster');
    const query = Object.fromEntries(url.searchParams);
    const trouble = troubles.shift();
    if (url.pathname !== '/api/dash.getProductsSales') send(res, { error: { code: 30, message: 'Unknown method' } });
    else if (trouble && 'status' in trouble) res.writeHead(trouble.status).end(trouble.body);
    else if (trouble) send(res, trouble);
    else if (query.token !== token) send(res, { error: { code: 11, message: 'Bad access token' } });
    else {
      asked.push(query);
      const rows = [...days].filter(([day]) => day >= (query.date_from ?? '') && day <= (query.date_to ?? ''));
      send(res, { response: rows.flatMap(([, sold]) => sold) });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    root: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    token,
    /** What was sold, by days as `20261127`. */
    days,
    asked,
    /** Answers the next requests so. */
    fail: (...all: PosterTrouble[]): void => void troubles.push(...all),
  };
}
