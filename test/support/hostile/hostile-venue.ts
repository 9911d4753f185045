/** The program of a tenant that an attacker controls: it does on its machine what HTTP requests ask. */
export const hostileVenue = `
import { createServer } from 'node:http';
import { spawnSync, spawn } from 'node:child_process';
import { openSync, writeSync } from 'node:fs';
const attempt = (act) => { try { return String(act() ?? 'done'); } catch (error) { return error.code ?? error.message; } };
const sh = (script) => {
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', script], { encoding: 'utf8', timeout: 20000 });
  return { status, out: stdout + stderr };
};
const eaten = [];
const answers = {
  eat: (mb) => { for (let i = 0; i < mb; i += 8) eaten.push(Buffer.alloc(8 << 20, 1)); return eaten.length; },
  work: async (paths) => {
    const [kit, worker] = paths.split(' ');
    const { runWorker } = await import(kit);
    return runWorker(worker, {}).catch(({ code, message }) => ({ code, message }));
  },
  healthz: () => 'well',
  sh: (script) => sh(script),
  kill: (pid) => attempt(() => process.kill(Number(pid), 'SIGKILL')),
  setuid: (uid) => attempt(() => process.setuid(Number(uid))),
  bomb: (count) => Array.from({ length: Number(count) }, () => spawn('/bin/sleep', ['1000'], { stdio: 'ignore', detached: true }))
    .map((child) => { child.on('error', () => undefined); return child.pid; }).filter(Boolean),
  node: (script) => spawnSync(process.execPath, ['-e', script], { encoding: 'utf8', timeout: 60000 }).status,
  say: (text) => attempt(() => writeSync(3, text)),
  flood: (bytes) => { process.channel.unref(); for (let sent = 0; sent < Number(bytes); ) sent += Number(attempt(() => writeSync(3, 'x'.repeat(65536)))) || 65536; return 'sent'; },
};
const server = createServer(async (req, res) => {
  const { pathname, searchParams } = new URL(req.url, 'http://x');
  res.end(JSON.stringify((await answers[pathname.slice(1)](searchParams.get('it'))) ?? null));
});
process.on('SIGTERM', () => process.exit(0));
server.listen(0, '127.0.0.1', () => { console.log('ready'); process.send({ type: 'listening', port: server.address().port }); });
`;
