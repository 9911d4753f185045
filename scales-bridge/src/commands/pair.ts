import { UsageError, venueUrlFrom } from '../config.ts';
import { type Pairing, writePairing } from '../pairing.ts';
import { redeemCode, venueName } from '../sink/venue-session.ts';
import { askPerson } from '../terminal.ts';

async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageError('Укажите адрес заведения и код: ostatok-scales pair адрес код');
  return askPerson(question, 'Ничего не изменено');
}

/** Exchanges a code from the panel for this computer's own token. Throws UsageError, VenueAway, SignInRefused. */
export async function pair(folder: string, [givenUrl, givenCode]: readonly string[]): Promise<Pairing> {
  const venueUrl = venueUrlFrom(givenUrl ?? (await ask('Адрес заведения, как в панели: ')));
  const name = await venueName(venueUrl);
  const code = givenCode ?? (await ask(`Код из панели «${name}» (Настройки → Весы → Подключить весы): `));
  const answer = await redeemCode(venueUrl, code.trim());
  if (!('bridge' in answer)) {
    throw new UsageError('Этот код — для сканера. Код для весов покажет панель: Настройки → Весы → Подключить весы');
  }
  const pairing = { venueUrl, venueName: name, bridgeName: answer.bridge.name, token: answer.token };
  await writePairing(folder, pairing);
  return pairing;
}
