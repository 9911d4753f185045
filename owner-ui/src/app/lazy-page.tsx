import { type ComponentType, lazy, useState } from 'react';

export interface LazyPage {
  Page: ComponentType;
  /** Resolves once the page can be drawn without waiting, as a pre-rendered one must be. */
  preload: () => Promise<void>;
}

/** A page in a chunk of its own. */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let loaded: ComponentType | undefined;
  const Later = lazy(async () => {
    loaded = await load();
    return { default: loaded };
  });

  function Page() {
    // settled when it is first drawn: a page that came meanwhile would otherwise begin anew
    const [Shown] = useState(() => loaded ?? Later);
    return <Shown />;
  }

  return {
    Page,
    async preload() {
      loaded = await load();
    },
  };
}
