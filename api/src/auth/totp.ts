import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import type { TotpOffer } from '../../contract/sign-in.ts';

const ISSUER = 'Остаток';
const STEP_SECONDS = 30;
/** Steps a phone's clock may be away, each way. */
const WINDOW = 1;
/** White modules around a QR code, by its standard: with fewer a camera loses it on a dark page. */
const QUIET_ZONE = 4;

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: STEP_SECONDS });

export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** How an application takes the secret over: by a picture, or typed. */
export function totpOffer(secret: string, email: string): TotpOffer {
  const uri = totpOf(secret, email).toString();
  const svg = renderSVG(uri, { border: QUIET_ZONE });
  return { secret, uri, qr: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` };
}

/** The number of the half minute whose code this is; undefined when it is none of the present. */
export function stepOf(secret: string, code: string, at: Date): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: at.getTime(), window: WINDOW });
  return delta === null ? undefined : TOTP.counter({ period: STEP_SECONDS, timestamp: at.getTime() }) + delta;
}

/** The code that an application shows now. */
export const codeNow = (secret: string): string => totpOf(secret).generate();
