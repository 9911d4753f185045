export function wordMistakes(file: string, source: string): string[];
