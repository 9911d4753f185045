/** A line of `/metrics`. */
export interface ScrapedSample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

function labelsIn(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g)].map(([, key, value]) => [key, value]),
  );
}

/** Reads Prometheus' text format. */
export function parseSamples(text: string): ScrapedSample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    return name ? [{ name, labels: labelsIn(labels), value: Number(value) }] : [];
  });
}

/** What a platform on this machine gives at `/metrics`. */
export async function scrape(port: number): Promise<ScrapedSample[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  if (!answer.ok) throw new Error(`/metrics answered ${answer.status}`);
  return parseSamples(await answer.text());
}

const fits = (sample: ScrapedSample, name: string, labels: Record<string, string>): boolean =>
  sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value);

/** The value of the only sample with this name and these labels; undefined where there is none. */
export function sampleOf(
  samples: ScrapedSample[],
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  const found = samples.filter((sample) => fits(sample, name, labels));
  if (found.length > 1) throw new Error(`${found.length} samples of ${name}`);
  return found[0]?.value;
}
