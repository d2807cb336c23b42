import type { Plugin } from 'vite'

const MODULE = /\/react-router\/dist\/production\/lib\/dom\/ssr\/routeModules\.js$/
const RELOAD = 'window.location.reload();'
const UNLESS_UNREACHED =
  "if (!(await fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).then(() => true, () => false))) throw error;"

/**
 * Where a page's script can't be fetched the router loads the whole page anew, because a new release may have replaced it. Where the shop
 * can't be reached at all, that would end at the browser's own error page: then the navigation fails within the frame instead.
 * @throws Error when the router's module no longer reloads.
 */
export const reloadWhenReached = (): Plugin => ({
  name: 'alhena:reload-when-reached',
  apply: 'build',
  applyToEnvironment: environment => environment.name === 'client',
  transform: {
    filter: { id: MODULE },
    handler(code) {
      if (!code.includes(RELOAD)) throw new Error(`${MODULE} no longer reloads: see bundling/reload-when-reached.ts`)
      return { code: code.replace(RELOAD, `${UNLESS_UNREACHED}\n\t\t${RELOAD}`), map: null }
    },
  },
})
