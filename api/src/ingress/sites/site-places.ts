import { join } from 'node:path';

/** The paths of a certificate, with its intermediate ones, and of its key. */
export interface Certificate {
  certificate: string;
  key: string;
}

/** What is the same for all files of nginx at one machine. */
export interface SitePlaces {
  /** The folder with everything that nginx reads. */
  folder: string;
  httpPort: number;
  httpsPort: number;
  hasIpv6: boolean;
  baseDomain: string;
  /** The names of the platform's own pages. */
  ownNames: string[];
  /** The addresses of the api processes, such as 127.0.0.1:3000. */
  upstreams: string[];
  /** The wildcard certificate of the base domain; absent where pages are served over plain http. */
  certificate: Certificate | undefined;
}

/** Quotes a path for nginx. */
export const quoted = (path: string): string => `"${path.replace(/["\\$]/g, '\\$&')}"`;

export const confOf = (folder: string): string => join(folder, 'nginx.conf');
export const currentOf = (folder: string): string => join(folder, 'current');
export const generationsOf = (folder: string): string => join(folder, 'generations');
export const asideOf = (folder: string): string => join(folder, 'aside');
export const certificatesOf = (folder: string): string => join(folder, 'certificates');

const SITE = /^site-([a-z0-9-]+)\.conf$/;
export const siteFile = (subdomain: string): string => `site-${subdomain}.conf`;
/** Returns the subdomain whose site the file is by its name; undefined for a file of another kind. */
export const subdomainOfFile = (file: string): string | undefined => SITE.exec(file)?.[1];
