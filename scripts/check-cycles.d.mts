export function importCycles(sources: Map<string, string>): string[][];
