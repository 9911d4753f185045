import { createHash, createHmac, pbkdf2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

/** PostgreSQL's own default of `scram_iterations`. */
const ITERATIONS = 4096;
const ASCII = /^[!-~]+$/;

/**
 * Computes PostgreSQL's SCRAM verifier of a password (RFC 5803). PostgreSQL accepts it instead of the password, so the
 * password itself is never in a statement, the server's log or its statistics. Only ASCII is allowed, since nothing
 * here normalises other letters (SASLprep).
 */
export async function scramVerifier(password: string): Promise<string> {
  if (!ASCII.test(password)) throw new Error('only ASCII passwords have a verifier here');
  const salt = randomBytes(16);
  const salted = await promisify(pbkdf2)(password, salt, ITERATIONS, 32, 'sha256');
  const keyOf = (name: string): Buffer => createHmac('sha256', salted).update(name).digest();
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  const serverKey = keyOf('Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
