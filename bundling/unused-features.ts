import type { Plugin } from 'vite'

type Feature = {
  /** The module that contains it. */
  in: RegExp
  /** Expressions that have one value in a shop without the feature. */
  constants?: Readonly<Record<string, string>>
  /** Functions that do nothing in a shop without the feature. */
  emptied?: readonly string[]
  /** Classes of which no object is ever made. */
  unmade?: readonly string[]
}

const REACT_DOM = /\/react-dom-client\.production\.js$/
const ROUTER = /\/react-router\/dist\/production\/lib\//
/** A module of the router. */
const router = (path: string) => new RegExp(`/react-router/dist/production/lib/${path}\\.js$`)

/**
 * What this shop does not use of React and of its router, and no bundler can know to be unused, because it depends on
 * values at run time.
 */
const UNUSED: readonly Feature[] = [
  // <ViewTransition>, which direct-react.ts does not offer.
  {
    in: REACT_DOM,
    emptied: [
      'applyViewTransitionToHostInstances',
      'applyViewTransitionToHostInstancesRecursive',
      'commitAppearingPairViewTransitions',
      'commitDeletedPairViewTransitions',
      'commitEnterViewTransitions',
      'commitExitViewTransitions',
      'commitNestedViewTransitions',
      'createViewTransitionInstance',
      'getViewTransitionClassName',
      'getViewTransitionName',
      'measureNestedViewTransitions',
      'measureViewTransitionHostInstancesRecursive',
      'pushViewTransitionCancelableScope',
      'restoreEnterOrExitViewTransitions',
      'restoreNestedViewTransitions',
      'restorePairedViewTransitions',
      'restoreViewTransitionName',
      'restoreViewTransitionOnHostInstances',
      'scheduleViewTransitionEvent',
      'startViewTransition',
      'trackEnterViewTransitions',
    ],
    unmade: ['ViewTransitionPseudoElement'],
  },
  // References to fragments.
  {
    in: REACT_DOM,
    emptied: [
      'commitFragmentInstanceDeletionEffects',
      'commitFragmentInstanceInsertionEffects',
      'commitNewChildToFragmentInstance',
      'commitNewChildToFragmentInstances',
      'deleteChildFromFragmentInstance',
      'isFragmentInstanceParent',
    ],
    unmade: ['FragmentInstance'],
  },
  // An application's own route discovery, route patterns and instrumentation.
  {
    in: router('router/router'),
    constants: {
      'future.unstable_customRouteDiscovery': 'false',
      'future.unstable_routePatternMatching': 'false',
      'init.instrumentations': 'false',
    },
  },
  {
    in: router('dom-export/hydrated-router'),
    constants: {
      'ssrInfo.context.future.unstable_customRouteDiscovery': 'false',
      'ssrInfo.context.unstable_apiOnly === true': 'false',
      'ssrInfo.context.isSpaMode': 'false',
      'window.__reactRouterManifest.sri === true': 'false',
      'router.createRoutesForHMR = UNSAFE_createClientRoutesWithHMRRevalidationOptOut': '0',
    },
  },
  // Applications without a server, or with one that answers data alone; hot reload.
  {
    in: router('dom/ssr/routes'),
    constants: {
      'isSpaMode && !isApiOnly': 'false',
      'if (needsRevalidation)': 'if (false)',
      '!ssr && manifestRoute.hasLoader': 'false',
    },
  },
  {
    in: router('dom/ssr/single-fetch'),
    constants: { '!ssr && !foundRevalidatingServerLoader': 'false', '!window.__reactRouterHdrActive': 'true' },
  },
  { in: router('router/router'), emptied: ['_internalSetRoutes'] },
  // Server components, and what the server alone writes.
  {
    in: router('dom/ssr/components'),
    constants: {
      'useIsRSCRouterContext()': 'false',
      'isSpaMode && !isHydrated': 'false',
      'typeof criticalCss === "string"': 'false',
      'typeof criticalCss === "object"': 'false',
      'typeof manifest.sri === "object"': 'false',
      '!enableFogOfWar': 'false',
      '!isStatic': 'true',
      'staticContext ?': 'false ?',
    },
  },
  {
    in: router('hooks'),
    constants: { 'this.context &&': 'false &&', 'if (this.context)': 'if (false)' },
  },
  // The router's own transitions between views.
  {
    in: router('components'),
    constants: {
      'useIsRSCRouterContext() || useTransitions': 'useTransitions',
      'typeof router.window.document.startViewTransition === "function"': 'false',
      'vtContext.isTransitioning && !vtContext.flushSync': 'false',
      'renderDfd && pendingState && router.window': 'false',
      'renderDfd && pendingState && state.location.key === pendingState.location.key': 'false',
      '!vtContext.isTransitioning && interruption': 'false',
    },
  },
  {
    in: router('router/router'),
    constants: {
      'pendingAction === "POP" && !isUninterruptedRevalidation && location !== state.location': 'false',
      'else if (pendingViewTransitionEnabled)': 'else if (false)',
    },
    emptied: ['persistAppliedTransitions', 'restoreAppliedTransitions'],
  },
  { in: router('dom/lib'), constants: { 'useViewTransitionState(path) && viewTransition === true': 'false' } },
]

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A function's declaration, up to the brace in the column of its first word. */
const declarationOf = (name: string): RegExp => RegExp(`^(\\t*)function ${escaped(name)}\\([^]*?^\\1}$`, 'm')

/**
 * Removes what UNUSED says from a module.
 * @throws Error when the module no longer has one of these expressions or functions.
 */
export function withoutUnused(code: string, id: string): string {
  let rest = code
  const replace = (what: string, pattern: RegExp, by: string) => {
    if (!pattern.test(rest)) throw new Error(`${id} no longer has ${what}: see bundling/unused-features.ts`)
    rest = rest.replace(pattern, () => by)
  }
  for (const { constants = {}, emptied = [], unmade = [] } of UNUSED.filter(feature => feature.in.test(id))) {
    for (const [expression, value] of Object.entries(constants)) {
      replace(expression, RegExp(escaped(expression), 'g'), value)
    }
    for (const name of emptied) replace(name, declarationOf(name), `function ${name}() {}`)
    for (const name of unmade) {
      replace(name, declarationOf(name), `function ${name}() { throw Error('bundling/unused-features.ts') }`)
      replace(name, RegExp(`^${name}\\.prototype\\.\\w+ = function[^]*?^};$`, 'gm'), '')
    }
  }
  return rest
}

/**
 * Removes UNUSED from the browser's scripts, and the router's names and warnings for developers. A release that renames
 * a function or an expression stops the build, because half a feature might be left.
 */
export const unusedFeatures = (): Plugin => ({
  name: 'alhena:unused-features',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: environment => environment.name === 'client',
  transform: {
    filter: { id: [REACT_DOM, ROUTER] },
    handler(code, id) {
      const rest = withoutUnused(code, id)
      if (!ROUTER.test(id)) return rest
      return rest
        .replaceAll(/^\t*[\w$]+\.displayName = .*;$/gm, '')
        .replaceAll(/^(\t+)(?=warn(?:ing|Once)\()/gm, '$1/* @__PURE__ */ ')
    },
  },
})
