/** A password's length adds nothing to it beyond this, only to the time it takes to look at it. */
const LOOKED_AT = 36;

/** How many guesses the likeliest of the texts takes whoever knows the words. */
export type Estimate = (texts: string[], words: string[]) => number;

/** The dictionaries take some 9 MB of heap; looking at a password takes up to a tenth of a second. */
export async function loadEstimate(): Promise<Estimate> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: LOOKED_AT });
  return (texts, words) => Math.min(...texts.map((text) => zxcvbn.check(text, words).guesses));
}
