import type { UserRole } from '@ostatok/api/contract/auth.ts';

interface TokenPayload {
  userId: number;
  email: string;
  role: UserRole;
}

/** Decodes a token's payload; throws if it is not a token. The signature is verified only by the server. */
export function decodeToken(token: string): TokenPayload {
  const part = token.split('.')[1];
  if (!part) throw new Error('not a token');
  const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
  const payload = JSON.parse(new TextDecoder().decode(bytes)) as TokenPayload;
  if (!payload.email || !payload.role) throw new Error('not our token');
  return payload;
}
