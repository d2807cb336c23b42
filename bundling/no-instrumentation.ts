// Replaces React Router's instrumentation.js in the browser (lighter-modules.ts): the router calls the first of these
// on each navigation and the others only with instrumentation.

export const consumeInstrumentationClientResultMetaReceiver = () => undefined

export const getRouteInstrumentationUpdates = () => ({})

export const instrumentClientSideRouter = <Router>(router: Router): Router => router
