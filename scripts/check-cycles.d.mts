export function importCycles(sources: Map<string, string>): string[][];
export function roomCycles(sources: Map<string, string>, roots: string[]): string[][];
