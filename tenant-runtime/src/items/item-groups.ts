import type { Group } from '../../contract/items.ts';
import { searchName } from '../search-name.ts';

/** The first match decides: «безалкогольное вино» is soft, «винный коньячный напиток» is strong. */
const signs: [Group, RegExp][] = [
  ['soft', /безалкогол|б\/а(?!\p{L})|soft|non.?alco/u],
  [
    'strong',
    /водк|виски|висковый|бурбон|скотч|конья|бренди|арманьяк|кальвадос|(^|\P{L})ром(а|ы|овый)?(?!\p{L})|джин(?!\p{L})|текил|мескал|ликер|настойк|наливк|абсент|самбук|граппа|чача|ракия|писко|шнапс|биттер|бальзам|самогон|дистиллят|аквавит|крепк|vodka|whisk[e]?y|bourbon|scotch|cognac|brandy|(^|\W)rum(\W|$)|(^|\W)gin(\W|$)|tequila|mezcal|liqueur|bitter/u,
  ],
  [
    'wine',
    /(^|\P{L})вин(о|а|ные|ный|ная|ное)(?!\p{L})|шампан|игрист|просекко|портвейн|херес|вермут|мадера|марсала|ламбруско|асти(?!\p{L})|кава(?!\p{L})|глинтвейн|(^|\W)wine|champagne|prosecco|sparkling|vermouth|(^|\W)port(\W|$)|sherry/u,
  ],
  [
    'soft',
    /(^|\P{L})(сок|соки|соков|вода|воды|морс|морсы|чай|кофе|квас|нектар)(?!\p{L})|лимонад|напит|тоник(?!\p{L})|кола(?!\p{L})|газирован|минеральн|сироп|энергет|juice|water|cola|tonic|lemonade|syrup/u,
  ],
];

const groupFromText = (text: string): Group | undefined => signs.find(([, sign]) => sign.test(text))?.[0];

/** Returns the group of an item in the discrepancy report, by the words of its category, then of its name. */
export function groupOf(category: string, name = ''): Group {
  return groupFromText(searchName(category)) ?? groupFromText(searchName(name)) ?? 'other';
}
