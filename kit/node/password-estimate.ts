/** Characters beyond this length do not change the estimate, only the time it takes. */
const LOOKED_AT = 36;

/** How many guesses the likeliest of the texts takes an attacker who knows the words. */
export type Estimate = (texts: string[], words: string[]) => number;

/** The dictionaries take some 9 MB of heap; one estimate takes up to a tenth of a second. */
export async function loadEstimate(): Promise<Estimate> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: LOOKED_AT });
  return (texts, words) => Math.min(...texts.map((text) => zxcvbn.check(text, words).guesses));
}
