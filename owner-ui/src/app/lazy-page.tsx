import { type ComponentType, lazy, useState } from 'react';

export interface LazyPage {
  Page: ComponentType;
  /** Resolves once the page can be rendered without suspending, as prerendering requires. */
  preload: () => Promise<void>;
}

/** A page in its own chunk. */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let loaded: ComponentType | undefined;
  const Later = lazy(async () => {
    loaded = await load();
    return { default: loaded };
  });

  function Page() {
    // Chosen at the first render: switching to the loaded component later would remount the page.
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
