/** What a slice gives beside its endpoints, jobs and the like: its services by name. */
interface WithServices {
  services?: object;
}
type ServicesOf<Given> = Given extends { services: infer Services extends object } ? Services : object;

/** Modules in the order of their dependencies, and the services that they give. */
export interface ModuleChain<Module, Base, Services> {
  services: Services;
  modules: Module[];
  /** Makes the next module from the base and the services of the modules before it. */
  with<Given extends Module & WithServices>(
    create: (deps: Base & Services) => Given,
  ): ModuleChain<Module, Base, Services & ServicesOf<Given>>;
}

function chain<Module, Base extends object, Services extends object>(
  base: Base,
  services: Services,
  modules: Module[],
): ModuleChain<Module, Base, Services> {
  return {
    services,
    modules,
    with<Given extends Module & WithServices>(create: (deps: Base & Services) => Given) {
      const made = create({ ...base, ...services });
      return chain(base, { ...services, ...(made.services as ServicesOf<Given>) }, [...modules, made]);
    },
  };
}

/** Begins a chain with what every module may need. */
export const chainModules = <Module, Base extends object>(base: Base): ModuleChain<Module, Base, object> =>
  chain<Module, Base, object>(base, {}, []);
