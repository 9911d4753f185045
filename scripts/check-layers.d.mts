export function layerMistakes(file: string, source: string): string[];
