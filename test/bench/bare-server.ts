/**
 * A minimal server of changes: Node's own HTTP, a pool of pg, one statement a request, no checks. Listens on a free
 * port and reports it; DATABASE_URL is its database.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { writeInOneStatement } from './bare-change.ts';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 8 });

const server = createServer((req, res) => {
  let body = '';
  req.setEncoding('utf8');
  req.on('data', (part) => {
    body += part;
  });
  req.on('end', async () => {
    const { id, itemId, delta } = JSON.parse(body).changes[0];
    await writeInOneStatement(pool, id, itemId, delta);
    const answer = JSON.stringify({ success: true, results: [{ id, status: 'applied' }] });
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) }).end(answer);
  });
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
