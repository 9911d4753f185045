import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { KEEP_ALIVE_MS } from '@ostatok/kit/node/http.ts';
import express from 'express';
import type { Page, Route } from 'playwright-core';
import type { PublicConfig } from '../../../api/contract/public.endpoints.ts';
import { prerenderedPages, singlePageApp } from '../../../api/src/pages/pages.routes.ts';
import { compareFake } from '../http/answers.ts';
import { root } from '../platform/platform.ts';

/** The origin that the prerendered pages are built for. */
export const ORIGIN = 'https://ostatok.example';

/** Serves the built owner's pages without an API: each test answers the calls itself. */
export async function serveOwnerPages(dist = process.env.OWNER_DIST ?? join(root, 'owner-ui/dist')) {
  const app = express();
  app.use(prerenderedPages(dist, ORIGIN), singlePageApp(dist));
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A status and a body; status 0: no response. */
type Answer = [status: number, body?: object] | ((route: Route) => Promise<[status: number, body?: object]>);

export const config: PublicConfig & { success: true } = {
  success: true,
  baseDomain: 'ostatok.example',
  providers: ['yandex', 'github'],
  payments: true,
  maxShared: false,
  supportEmail: 'help@ostatok.example',
  company: { name: null, inn: null, address: null, phone: null },
  sandbox: { chat: false, max: false, mail: false, payments: false },
};

/**
 * Answers the pages' calls by method and path, such as `POST /auth/login`; other calls get 404 without a message.
 * `answers` may be changed during the test; `calls` records the calls.
 */
export async function answerCalls(page: Page, answers: Record<string, Answer>) {
  const calls: { call: string; body: unknown; authorization: string | undefined }[] = [];
  await page.context().route('**/api/**', async (route) => {
    const request = route.request();
    const call = `${request.method()} ${new URL(request.url()).pathname.slice('/api'.length)}`;
    const isForm = request.headers()['content-type']?.startsWith('multipart/');
    const sent = isForm ? request.postData() : request.postDataJSON();
    calls.push({ call, body: sent, authorization: request.headers().authorization });
    const given = answers[call] ?? (call === 'GET /public/config' ? ([200, config] as const) : ([404, {}] as const));
    const [status, body] = typeof given === 'function' ? await given(route) : given;
    compareFake(request.method(), new URL(request.url()).pathname, status, body ?? {});
    if (status === 0) await route.abort('internetdisconnected');
    else await route.fulfill({ status, json: body ?? {} });
  });
  return { answers, calls, of: (call: string) => calls.filter((made) => made.call === call) };
}
