import { acaiaNew, acaiaOld } from './acaia.ts';
import { acaiaUmbra } from './acaia-umbra.ts';
import { blackcoffee } from './blackcoffee.ts';
import { bookoo } from './bookoo.ts';
import { cas } from './cas.ts';
import { decentScale } from './decent-scale.ts';
import { difluidMicrobalance, difluidTi } from './difluid.ts';
import { etekcityA522 } from './etekcity-a522.ts';
import { etekcityEsn00 } from './etekcity-esn00.ts';
import { eureka } from './eureka.ts';
import { felicita } from './felicita.ts';
import { hiroiaJimmy } from './hiroia-jimmy.ts';
import { huajunNscale } from './huajun-nscale.ts';
import { hutbitScale } from './hutbit-scale.ts';
import { lefuCk811 } from './lefu-ck811.ts';
import { lefuKitchen } from './lefu-kitchen.ts';
import { massaK2, massaKPrint } from './massa-k-2.ts';
import { massaK100 } from './massa-k-100.ts';
import { miBodyScale } from './mi-body-scale.ts';
import { mtSics } from './mt-sics.ts';
import { pos2 } from './pos2.ts';
import { robiS9 } from './robi-s9.ts';
import { salterScale } from './salter.ts';
import { sc02 } from './sc02.ts';
import type { BluetoothModel, CableModel, ScaleModel } from './scale-model.ts';
import { sencorfood } from './sencorfood.ts';
import { sigBodyComposition } from './sig-body-composition.ts';
import { sigWeightScale } from './sig-weight-scale.ts';
import { skale2 } from './skale2.ts';
import { smartChef } from './smartchef.ts';
import { timemoreDot } from './timemore-dot.ts';
import { timemoreScale } from './timemore-scale.ts';
import { usbPos } from './usb-pos.ts';
import { variaAku } from './varia-aku.ts';
import { vitafitVt701 } from './vitafit-vt701.ts';
import { weighMyBru } from './weighmybru.ts';
import { weightGurus } from './weight-gurus.ts';

/**
 * Every supported scale with Bluetooth. Two of them may match one advertisement only if their services tell them apart, so
 * their order does not matter.
 */
export const bluetoothModels: readonly BluetoothModel[] = [
  acaiaUmbra,
  acaiaOld,
  acaiaNew,
  blackcoffee,
  bookoo,
  decentScale,
  difluidMicrobalance,
  difluidTi,
  etekcityA522,
  etekcityEsn00,
  eureka,
  felicita,
  hiroiaJimmy,
  huajunNscale,
  hutbitScale,
  lefuCk811,
  lefuKitchen,
  miBodyScale,
  robiS9,
  salterScale,
  sc02,
  sencorfood,
  sigBodyComposition,
  sigWeightScale,
  skale2,
  smartChef,
  timemoreDot,
  timemoreScale,
  variaAku,
  vitafitVt701,
  weighMyBru,
  weightGurus,
];

/** Every supported scale at a cable; the likeliest is asked first. */
export const cableModels: readonly CableModel[] = [massaK100, cas, pos2, mtSics, massaKPrint, massaK2, usbPos];

export const scaleModels: readonly ScaleModel[] = [...bluetoothModels, ...cableModels];
