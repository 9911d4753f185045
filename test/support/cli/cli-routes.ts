import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import type { Route } from '../http/routes.ts';

/** Which test file runs the commands of which routes: each administrator's route belongs to one room. */
const rooms: [name: Room, paths: RegExp][] = [
  [
    'upkeep',
    /^\/api\/(test|admin\/(images|logs|stats$|attention|tenants\/(audit|cleanup|quarantine|load)|aliases\/proposals\/counts))(\/|$)/,
  ],
  ['venues', /^\/api\/admin\/(tenants|backups|operations|update-all-tenants|move-all-tenants)(\/(?!export\.xlsx)|$)/],
  ['letters', /^\/api\/admin\/(email|email-templates|marketing|campaigns)(\/|$)/],
  ['catalogue', /\/export\.xlsx$|^\/api\/admin\/aliases(\/|$)/],
  ['people', /./],
];
export type Room = 'upkeep' | 'venues' | 'letters' | 'catalogue' | 'people';

/** Routes that no command calls, with the reason. */
const withoutCommand: Record<string, string> = {
  'GET /api/admin/events': 'keeps the windows of the panel current; a command asks anew',
  'GET /api/admin/preferences': 'columns and saved views are of the panel alone',
  'GET /api/admin/preferences/:key': 'columns and saved views are of the panel alone',
  'PUT /api/admin/preferences/:key': 'columns and saved views are of the panel alone',
  'DELETE /api/admin/preferences/:key': 'columns and saved views are of the panel alone',
  'GET /api/admin/aliases/proposals/counts': 'figures of the tabs; what waits is told by the attention',
  'GET /api/admin/aliases/import/:importId':
    'a table looked at again after leaving the page; a command reads it at once',
};

const patternOf = ({ path }: Route): RegExp => new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replaceAll('.', '\\.')}$`);
const nameOf = ({ method, path }: Route): string => `${method.toUpperCase()} ${path}`;

/**
 * Records from now on the command line's requests to any platform of this process. `missing` returns the
 * administrator's routes of a room that no command has called.
 */
export function watchCommands(): { missing: (routes: Route[], room: Room) => string[] } {
  const asked = new Set<string>();
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage };
    if (request.headers['user-agent'] !== 'ostatok-cli') return;
    asked.add(`${request.method} ${request.url?.split('?')[0]}`);
  });
  return {
    missing(routes, room) {
      const ours = routes.filter(({ path }) => /^\/api\/(admin|test)\//.test(path));
      const found = new Set<string>();
      for (const one of asked) {
        const [method = '', path = ''] = one.split(' ');
        const fitting = ours.filter((route) => route.method === method.toLowerCase() && patternOf(route).test(path));
        // as in the router itself: literal segments win over parameters
        const [route] = fitting.toSorted((a, b) => a.path.split(':').length - b.path.split(':').length);
        if (route) found.add(nameOf(route));
      }
      const roomOf = (path: string): Room | undefined => rooms.find(([, paths]) => paths.test(path))?.[0];
      return ours
        .filter(({ path }) => roomOf(path) === room)
        .map(nameOf)
        .filter((name) => !found.has(name) && !withoutCommand[name]);
    },
  };
}
