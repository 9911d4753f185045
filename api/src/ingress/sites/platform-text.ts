import { join } from 'node:path';
import { quoted, type SitePlaces } from './site-places.ts';
import { certificateLines, listenLines, markLine, server, toHttps, UPSTREAM } from './site-text.ts';

/** The name that the platform asks by for the number of the generation that nginx serves. */
export const GENERATION_HOST = 'generation.ostatok.invalid';

/** The longest silence of an answer: an upload is looked at for minutes, and sockets ping each other sooner. */
const READ_TIMEOUT = '600s';
/** The largest body that any page sends, which is an archive, and some to spare. */
const LARGEST_BODY = '260m';
/** For how long an api process that did not answer is left out. */
const LEFT_OUT = '1s';
/** How long the processes of an earlier configuration keep their open sockets. */
const LONGEST_OLD = '1h';

/** Renders nginx.conf. `sites` is the folder of site files below the folder of everything. */
export function confText({ folder }: SitePlaces, mark: string, sites: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `  ${kind}_temp_path ${quoted(join(folder, 'temp', kind))};`,
  );
  return `# ${mark} nginx
worker_processes auto;
worker_rlimit_nofile 40000;
worker_shutdown_timeout ${LONGEST_OLD};
pid ${quoted(join(folder, 'nginx.pid'))};
error_log stderr warn;

events { worker_connections 16384; }

http {
  access_log off;
  server_tokens off;
  default_type application/octet-stream;
  server_names_hash_max_size 65536;
  server_names_hash_bucket_size 128;
${temporary.join('\n')}

  ssl_protocols TLSv1.2 TLSv1.3;
  ssl_session_cache shared:ostatok:10m;
  ssl_session_timeout 1d;

  client_header_timeout 10s;
  client_max_body_size ${LARGEST_BODY};

  proxy_http_version 1.1;
  proxy_request_buffering off;
  proxy_buffering off;
  proxy_connect_timeout 2s;
  proxy_read_timeout ${READ_TIMEOUT};
  proxy_send_timeout ${READ_TIMEOUT};
  proxy_next_upstream error timeout;
  proxy_set_header Host $http_host;
  proxy_set_header X-Forwarded-For $remote_addr;
  proxy_set_header X-Forwarded-Proto $scheme;
  proxy_set_header Upgrade $http_upgrade;
  proxy_set_header Connection $ostatok_connection;

  map $http_upgrade $ostatok_connection { default upgrade; '' ''; }

  include ${sites}/*.conf;
  include own/*.conf;
}
`;
}

const NO_VENUE = `  location / {
    default_type 'text/plain; charset=utf-8';
    return 404 'Такого заведения нет. Проверьте адрес';
  }`;

/** Renders the platform's own site, and the answers to names that are nobody's. `seal` changes with the certificate. */
export function platformText(places: SitePlaces, mark: string, seal: string): string {
  const { upstreams, ownNames, baseDomain, certificate, httpPort, httpsPort } = places;
  const inTurn = upstreams.map((address) => `  server ${address} max_fails=1 fail_timeout=${LEFT_OUT};`);
  const own = `  server_name ${ownNames.join(' ')};`;
  const all = `  server_name ${[...new Set([...ownNames, `*.${baseDomain}`])].join(' ')};`;
  const pass = `  location / { proxy_pass http://${UPSTREAM}; }`;
  const port = certificate ? httpsPort : httpPort;
  const refused = '  return 444;';
  return `${[
    markLine(mark, 'platform'),
    `# ${seal}`,
    [`upstream ${UPSTREAM} {`, ...inTurn, '}'].join('\n'),
    server(...listenLines(places, httpPort, 'default_server'), refused),
    ...(certificate
      ? [
          server(...listenLines(places, httpsPort, 'ssl default_server'), ...certificateLines(certificate), refused),
          server(...listenLines(places, httpPort), all, toHttps(places)),
        ]
      : []),
    server(...listenLines(places, port), own, pass),
    ...(ownNames.includes(`*.${baseDomain}`)
      ? []
      : [server(...listenLines(places, port), `  server_name *.${baseDomain};`, NO_VENUE)]),
  ].join('\n')}\n`;
}

/** Renders the file by which nginx tells which generation it serves. */
export const generationText = (places: SitePlaces, mark: string, generation: number): string =>
  `${markLine(mark, 'generation')}
${server(...listenLines(places, places.httpPort), `  server_name ${GENERATION_HOST};`, `  return 200 "${generation}";`)}
`;
