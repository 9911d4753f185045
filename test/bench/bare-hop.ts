/** A minimal proxy: sends every request to TARGET by the library that the ingress uses. Reports its free port. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createProxyServer } from 'httpxy';

const target = process.env.TARGET ?? '';
const proxy = createProxyServer({});
const server = createServer((req, res) => void proxy.web(req, res, { target }));
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
