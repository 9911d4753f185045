import { existsSync } from 'node:fs';

/** The programs of util-linux, which every usual Linux has. */
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

/** The limit includes what V8 reserves and never touches: an idle tenant has 620 MB of this and uses 70 MB. */
const DATA = 1536 * MB;
/** The largest file, a workbook with everything, takes a tenth of this. */
const LARGEST_FILE = 256 * MB;
const OPEN_FILES = 4096;
/** The threads of all of a user's processes: a tenant has 11, and as many again for a workbook and for a photo. */
const THREADS = 128;

const limits = [`--data=${DATA}`, `--fsize=${LARGEST_FILE}`, `--nofile=${OPEN_FILES}`, '--core=0'];

/**
 * Wraps the command in a process that can't gain privileges, dies with its parent and stays within limits; the limit on
 * processes only applies where the user is its own. Each program replaces the one before by exec.
 */
export function confined(tools: ConfinementTools, command: string[], ownUser: boolean): [string, ...string[]] {
  const { setpriv, prlimit } = tools;
  return [
    ...(setpriv ? [setpriv, '--no-new-privs', '--pdeathsig', 'KILL'] : []),
    ...(prlimit ? [prlimit, ...limits, ...(ownUser ? [`--nproc=${THREADS}`] : [])] : []),
    ...command,
  ] as [string, ...string[]];
}
