import { randomUUID } from 'node:crypto';
import type { Route } from './routes.ts';

/** The routes of the platform's administrators. */
export const isAdministration = ({ path }: Route): boolean => /^\/api\/(admin|test)\//.test(path);

/** The path with ids that nothing has. */
export const unknownPath = (path: string): string =>
  path
    .replace(/(tenants?)\/:id\b/, '$1/tnobody00000')
    .replace(/:ean\b/, '4600000000008')
    .replace(/:(file|import)Id\b/, randomUUID())
    .replace(/:\w+/g, '999999999');

/** Sends requests to the routes of a platform; the body as it is, JSON or not. */
export const sendToRoutes =
  (url: string) =>
  async (route: Route, options: { path?: string; token?: string; body?: string | FormData } = {}) => {
    const { path = unknownPath(route.path), token, body } = options;
    const response = await fetch(url + path, {
      method: route.method.toUpperCase(),
      headers: {
        // the server may close a kept-alive connection just when it is reused
        connection: 'close',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      },
      body,
    });
    const text = await response.text();
    return {
      status: response.status,
      body: response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
    };
  };
export type SendToRoute = ReturnType<typeof sendToRoutes>;
