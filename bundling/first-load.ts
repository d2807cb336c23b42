import type { Plugin } from 'vite'

const FRAMEWORK = /node_modules\/(react|react-dom|react-router|scheduler|cookie|set-cookie-parser)\//
/** What every page needs, including the respondents' and the back office. */
const BASE = ['app/root.tsx', 'app/platform/http/lazy-or-reload.ts', 'app/kit/forms/own-form.tsx']
/** The entry of every visit to the shop. */
const SHOP = ['app/layouts/shop/layout.tsx', 'app/features/catalogue/shop/home.tsx']
/** The entry of visits from a search engine or a shared link. */
const PRODUCT = ['app/features/catalogue/shop/product.tsx']
/** What a buyer meets with the cart filled, signed in or not. */
const PURCHASE = ['app/features/payments/shop/checkout.tsx', 'app/features/identity/account/auth.tsx']
/** The page that asks respondents for their code. */
const ACCESS = ['app/features/questionnaires/respond/questionnaire.tsx']
/** The design system is shared by all. */
const SHARED = /\/app\/(kit\/ui|kernel)\/|\/bundling\/|lucide-react/
/** The way here, which the top of several pages shows. */
const PAGE_TOP = /\/app\/kit\/ui\/breadcrumbs/
/** What a product's page shares with the lines of the cart. */
const SEATS = /\/app\/features\/(pricing\/seats|cart\/drawer\/cheaper-offer)\./
/** What every form has: of the few scripts of a respondent's first page. */
const FIELDS =
  /\/app\/kit\/(ui\/(field|inline-select)|forms\/fields)\.tsx?|lucide-react.*\/circle-exclamation-point|\/app\/kernel\/money/
const isControl = (id: string): boolean => SHARED.test(id) || /\/app\/kit\/forms\//.test(id)

/** Chunks that every page loads at once. */
const EVERYWHERE: ReadonlySet<string> = new Set(['framework', 'rolldown-runtime', 'base'])

type Group = { name: string; test: (id: string) => boolean; priority: number }

/**
 * Three chunks for the shop's first load: the framework, which changes with its releases, the modules that all pages
 * share, and the storefront. Forty small ones cost 16 KiB more, because each is compressed separately. What a product's
 * page needs beyond that is one more chunk, shared with other pages. The page that asks for a code has the controls of simple
 * forms; the purchase has these, further controls, what it shares with other pages, and its own. Thirty small ones are slow, because a browser loads six at a time.
 * @param root the project's folder.
 */
export function firstLoad(root: string): Plugin & {
  groups: Group[]
  /** Names of scripts carry no words: content blockers refuse addresses with some, `analytics` for example. */
  scriptName: (chunk: { name: string }) => string
  /** A script that no page has loaded yet when an import() asks for it. */
  isLater: (file: string) => boolean
} {
  const base = new Set<string>()
  const shop = new Set<string>()
  const product = new Set<string>()
  const access = new Set<string>()
  const purchase = new Set<string>()
  const ofPurchase = new Set<string>()
  /** A module of the purchase that other pages import, too: they would have to load all of the purchase's chunk. */
  const isOfSeveral = (id: string): boolean => purchase.has(id) && !ofPurchase.has(id)
  return {
    name: 'alhena:first-load',
    applyToEnvironment: environment => environment.name === 'client',
    buildEnd() {
      const walk = (id: string, found: Set<string>) => {
        if (found.has(id)) return
        found.add(id)
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) walk(imported, found)
      }
      const isOneOf = (id: string, paths: readonly string[]) =>
        paths.some(path => id.startsWith(`${root}/${path}`.replaceAll('\\', '/')))
      for (const id of this.getModuleIds()) {
        if (isOneOf(id, BASE)) walk(id, base)
        if (isOneOf(id, SHOP)) walk(id, shop)
        if (isOneOf(id, PRODUCT)) walk(id, product)
        if (isOneOf(id, ACCESS)) walk(id, access)
        if (isOneOf(id, PURCHASE)) walk(id, purchase)
      }
      for (const id of shop) if (SHARED.test(id)) base.add(id)
      for (const id of purchase) if (!isControl(id)) ofPurchase.add(id)
      const isImportedElsewhere = (id: string) =>
        !isOneOf(id, PURCHASE) && this.getModuleInfo(id)?.importers.some(importer => !ofPurchase.has(importer))
      for (let size = -1; size !== ofPurchase.size; ) {
        size = ofPurchase.size
        for (const id of ofPurchase) if (isImportedElsewhere(id)) ofPurchase.delete(id)
      }
    },
    scriptName: ({ name }) => (EVERYWHERE.has(name) ? 'assets/0.[hash].js' : 'assets/[hash].js'),
    isLater: file => /\.js$/.test(file) && !/\/0\.[^/]*$/.test(file),
    groups: [
      { name: 'framework', test: id => FRAMEWORK.test(id), priority: 6 },
      { name: 'base', test: id => base.has(id), priority: 5 },
      { name: 'shop', test: id => shop.has(id), priority: 4 },
      // Before what uses them: a group takes along whatever its modules import and no group before it has.
      { name: 'breadcrumbs', test: id => PAGE_TOP.test(id), priority: 3.5 },
      { name: 'fields', test: id => FIELDS.test(id), priority: 3.5 },
      {
        name: 'parts',
        test: id => product.has(id) && (SHARED.test(id) || SEATS.test(id) || isOfSeveral(id)),
        priority: 3,
      },
      { name: 'form', test: id => access.has(id) && isControl(id), priority: 2.5 },
      { name: 'controls', test: id => purchase.has(id) && isControl(id), priority: 2 },
      { name: 'buyer', test: id => isOfSeveral(id), priority: 1 },
      { name: 'purchase', test: id => ofPurchase.has(id), priority: 0 },
    ],
  }
}
