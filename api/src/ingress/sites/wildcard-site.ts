import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { confText, platformText } from './platform-text.ts';
import { confOf, currentOf, type SitePlaces } from './site-places.ts';
import { listenLines, server, UPSTREAM } from './site-text.ts';

const MARK = 'ostatok';

/**
 * The server by whose name tenants on any machine reach the internal API; it knows nothing else. It names no protocol:
 * the platform would send plain http on to https.
 */
const internalText = (places: SitePlaces, name: string): string => `${server(
  ...listenLines(places, places.httpPort),
  `  server_name ${name};`,
  '  proxy_set_header Host $http_host;',
  '  proxy_set_header X-Forwarded-For $remote_addr;',
  '  proxy_set_header X-Forwarded-Proto "";',
  '  proxy_set_header Connection "";',
  `  location /internal/ { proxy_pass http://${UPSTREAM}; }`,
  '  location / { return 404; }',
)}
`;

/**
 * Writes files of nginx that nobody changes afterwards, into a folder that has none: every name of the base domain goes
 * on to the api processes, which know the tenants themselves. Own domains of tenants are not among them.
 */
export async function writeWildcardSite(places: SitePlaces, internalName: string | undefined): Promise<void> {
  const { folder, ownNames, baseDomain } = places;
  const all = { ...places, ownNames: [...new Set([...ownNames, `*.${baseDomain}`])] };
  for (const made of [currentOf(folder), join(folder, 'temp'), join(folder, 'own')])
    await mkdir(made, { recursive: true });
  await writeFile(join(currentOf(folder), 'platform.conf'), platformText(all, MARK, 'wildcard'));
  if (internalName) await writeFile(join(currentOf(folder), 'internal.conf'), internalText(places, internalName));
  await writeFile(confOf(folder), confText(places, MARK, 'current'));
}
