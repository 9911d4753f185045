import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import type { TotpOffer } from '../../contract/account.endpoints.ts';

/** The purpose under which the secrets of authenticator apps are sealed. */
export const TOTP_PURPOSE = 'totp';

const ISSUER = 'Остаток';
const STEP_SECONDS = 30;
/** How many steps a phone's clock may differ, each way. */
const WINDOW = 1;
/** The white modules that the standard requires around a QR code: with fewer, cameras lose it on a dark page. */
const QUIET_ZONE = 4;

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: STEP_SECONDS });

export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The secret for an authenticator app, as a QR code and as text. */
export function totpOffer(secret: string, email: string): TotpOffer {
  const uri = totpOf(secret, email).toString();
  const svg = renderSVG(uri, { border: QUIET_ZONE });
  return { secret, uri, qr: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` };
}

/** Returns the number of the time step whose code this is, or undefined when it matches no current step. */
export function stepOf(secret: string, code: string, at: Date): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: at.getTime(), window: WINDOW });
  return delta === null ? undefined : TOTP.counter({ period: STEP_SECONDS, timestamp: at.getTime() }) + delta;
}

/** The code that an authenticator app shows now. */
export const codeNow = (secret: string): string => totpOf(secret).generate();
