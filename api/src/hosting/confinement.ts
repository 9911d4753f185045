import { existsSync } from 'node:fs';

/** Of util-linux, present on every usual Linux. */
export interface ConfinementTools {
  setpriv: string | undefined;
  prlimit: string | undefined;
}

export function findTools(folders = ['/usr/bin', '/bin']): ConfinementTools {
  const find = (name: string): string | undefined =>
    folders.map((folder) => `${folder}/${name}`).find((path) => process.platform === 'linux' && existsSync(path));
  return { setpriv: find('setpriv'), prlimit: find('prlimit') };
}

const MB = 2 ** 20;

/** What V8 sets aside and never touches counts too: a venue at rest stands at 620 MB of this, and at 70 MB of memory. */
const DATA = 1536 * MB;
/** The largest file, a workbook of all there is, takes a tenth of this. */
const LARGEST_FILE = 256 * MB;
const OPEN_FILES = 4096;
/** Threads of all processes of a user: a venue has 11, as many again for a workbook and for a photo. */
const THREADS = 128;

const limits = [`--data=${DATA}`, `--fsize=${LARGEST_FILE}`, `--nofile=${OPEN_FILES}`, '--core=0'];

/**
 * The command as a process that gains no privileges by what it starts, dies with whoever started it, and stays within
 * limits; those on processes only where the user is its own. Each program takes the place of the one before.
 */
export function confined(tools: ConfinementTools, command: string[], ownUser: boolean): [string, ...string[]] {
  const { setpriv, prlimit } = tools;
  return [
    ...(setpriv ? [setpriv, '--no-new-privs', '--pdeathsig', 'KILL'] : []),
    ...(prlimit ? [prlimit, ...limits, ...(ownUser ? [`--nproc=${THREADS}`] : [])] : []),
    ...command,
  ] as [string, ...string[]];
}
