/** What the router shows while the root's client loader runs; the shop's root has none. */
export const RemixRootDefaultHydrateFallback = () => null
