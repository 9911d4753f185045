import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostImage } from '../host.ts';
import { isRelease } from '../release.ts';
import { aboutOf, filesOf } from '../releases.ts';
import { TENANT_FLAGS } from '../tenant-flags.ts';
import { type Engine, LABEL, labelled } from './engine.ts';

const DOCKERFILE = 'tenant.Dockerfile';

type ImagePlace = Pick<Engine, 'installation' | 'registry'>;

const repositoryOf = ({ installation, registry }: ImagePlace): string =>
  `${registry ? `${registry}/` : ''}ostatok-${installation}/tenant-runtime`;

/** Returns the name of the image that tenants of this installation run the release from. */
export const imageOf = (place: ImagePlace, release: string): string => `${repositoryOf(place)}:${release}`;

interface Manifest {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** Returns the packages and all that they need, as far as they are installed: others are for other machines. */
function withDependencies(packages: string, names: string[]): string[] {
  const found = new Set<string>();
  const waiting = [...names];
  for (let name = waiting.pop(); name; name = waiting.pop()) {
    const file = join(packages, name, 'package.json');
    if (found.has(name) || !existsSync(file)) continue;
    found.add(name);
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
    waiting.push(...Object.keys({ ...dependencies, ...optionalDependencies }));
  }
  return [...found];
}

export interface ImageSource {
  release: string;
  /** The folder of the release. */
  folder: string;
  /** The folder of the packages that were not bundled. */
  packages: string;
}

/** Lays out what the image is made of: the program with its packages, and how it is built. */
async function layOut(context: string, recipe: string, { folder, packages }: ImageSource): Promise<void> {
  const program = join(context, 'program');
  await mkdir(program);
  for (const path of await filesOf(folder)) await cp(join(folder, path), join(program, path));
  for (const name of withDependencies(packages, aboutOf(folder).packages ?? []))
    await cp(join(packages, name), join(program, 'node_modules', name), { recursive: true, dereference: true });
  await cp(recipe, join(context, DOCKERFILE));
}

interface Progress {
  stream?: string;
  error?: string;
}

/** Waits for the end of what the engine does. Throws with its last words where that fails. */
async function finished({ docker }: Engine, doing: NodeJS.ReadableStream, complaint: string): Promise<void> {
  const progress = await new Promise<Progress[]>((resolve, reject) => {
    docker.modem.followProgress(doing, (error, all) => (error ? reject(error) : resolve(all)));
  });
  const failed = progress.find(({ error }) => error);
  if (failed) throw new Error(`${complaint}: ${failed.error}`);
}

/** Sends the image of a release to the registry, from which the other machines fetch it. */
export async function pushTenantImage(engine: Engine, release: string): Promise<void> {
  // the engine wants to be told of nobody, too
  const sending = await engine.docker.getImage(imageOf(engine, release)).push({ authconfig: {} });
  await finished(engine, sending, 'image was not pushed');
}

/** Fetches the image of a release that another machine has sent to the registry. Throws where it is not there. */
export async function fetchTenantImage(engine: Engine, release: string): Promise<void> {
  const fetching = await engine.docker.pull(imageOf(engine, release));
  await finished(engine, fetching, 'image was not fetched');
}

/**
 * Builds the image of a release. `recipes` is the folder of the Dockerfile, `scratch` one to work in; `anew` leaves aside what
 * earlier builds have kept, and with `pull` asks the registry for a newer base. Throws with the engine's last words when it does not succeed.
 */
export async function buildTenantImage(
  engine: Engine,
  source: ImageSource,
  { recipes, scratch, anew }: { recipes: string; scratch: string; anew?: { pull: boolean } | undefined },
): Promise<void> {
  const { docker, installation } = engine;
  const context = await mkdtemp(join(scratch, 'image-'));
  try {
    await layOut(context, join(recipes, DOCKERFILE), source);
    const labels = {
      [LABEL.installation]: installation,
      [LABEL.release]: source.release,
      [LABEL.migrations]: JSON.stringify(aboutOf(source.folder).migrations ?? []),
    };
    const { pack } = await import('tar-fs');
    const archive = pack(context);
    // the engine may refuse before all of it is read
    const unread = new Promise<never>((_, reject) => archive.once('error', reject));
    const begun = docker.buildImage(archive, {
      t: imageOf(engine, source.release),
      dockerfile: DOCKERFILE,
      buildargs: { FLAGS: TENANT_FLAGS.join(' ') },
      labels,
      forcerm: true,
      ...(anew && { nocache: true, ...(anew.pull && { pull: true }) }),
    });
    unread.catch(() => undefined);
    const building = await Promise.race([begun, unread]).catch((error) => {
      archive.destroy();
      throw error;
    });
    await finished(engine, building, 'image was not built');
  } finally {
    await rm(context, { recursive: true, force: true });
  }
}

function migrationsIn(label: string | undefined): string[] | undefined {
  try {
    return label === undefined ? undefined : (JSON.parse(label) as string[]);
  } catch {
    return undefined;
  }
}

/** Removes images that were built anew since, unless containers that sleep still have to start from them. */
export async function removeReplaced({ docker, installation }: Engine): Promise<void> {
  await docker.pruneImages({ filters: { dangling: ['true'], label: [`${LABEL.installation}=${installation}`] } });
}

/** Lists the images of this installation's releases, without those that were built anew since. */
export async function listTenantImages(engine: Engine): Promise<HostImage[]> {
  const filters = labelled({ [LABEL.installation]: engine.installation });
  const found = await engine.docker.listImages({ filters });
  return found.flatMap(({ Id, RepoTags, Labels, Size, Created }) => {
    const release = Labels?.[LABEL.release];
    if (!isRelease(release) || !RepoTags?.includes(imageOf(engine, release))) return [];
    return {
      id: Id.replace(/^sha256:/, ''),
      repository: repositoryOf(engine),
      tag: release,
      size: Size,
      createdAt: new Date(Created * 1000),
      migrations: migrationsIn(Labels?.[LABEL.migrations]),
    };
  });
}
