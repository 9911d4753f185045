import type { Listener, Source } from './source.ts';

/**
 * Several sources as one. What keeps one of them from working is reported only while no scale is connected: who weighs by
 * cable needs no Bluetooth.
 */
export function createJoinedSource(sources: readonly Source[]): Source {
  return {
    async run(listener, stop) {
      const troubles = new Map<Source, string>();
      const connected = new Set<string>();
      let reported: string | undefined;

      function report(): void {
        const trouble = connected.size > 0 ? undefined : troubles.values().next().value;
        if (trouble === reported) return;
        reported = trouble;
        listener.trouble(trouble);
      }

      const partOf = (source: Source): Listener => ({
        ...listener,
        scale(status) {
          if (status.state === 'connected') connected.add(status.scaleId);
          else connected.delete(status.scaleId);
          listener.scale(status);
          report();
        },
        trouble(sentence) {
          if (sentence === undefined) troubles.delete(source);
          else troubles.set(source, sentence);
          report();
        },
      });

      await Promise.all(sources.map((source) => source.run(partOf(source), stop)));
    },
  };
}
