import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const WRAPPED: readonly string[] = ['react', 'react/jsx-runtime']
/** What unused-features.ts takes from React: an import of it stops the build. */
const TAKEN: readonly string[] = ['ViewTransition']
const PREFIX = '\0alhena:'

/**
 * React comes as CommonJS, so a bundler emits `(0, react.useState)(…)` wherever it is used and `(0, runtime.jsx)(…)`
 * for every element. Behind a module with one binding per name it emits `a(…)`, and no other file needs the CommonJS
 * helper.
 */
export function directReact(): Plugin {
  const require = createRequire(import.meta.url)
  return {
    name: 'alhena:direct-react',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: environment => environment.name === 'client',
    resolveId(requested, importer) {
      if (importer === undefined || importer.startsWith(PREFIX) || !WRAPPED.includes(requested)) return undefined
      // CommonJS importers get the real one, because they need the whole module.
      return /node_modules\/react(-dom)?\//.test(importer) ? undefined : PREFIX + requested
    },
    load(id) {
      if (!id.startsWith(PREFIX)) return undefined
      const name = id.slice(PREFIX.length)
      const names = Object.keys(require(name)).filter(key => !key.startsWith('__') && !TAKEN.includes(key))
      const bindings = names.map(key => `export const ${key} = all.${key}`)
      return [`import all from '${name}'`, ...bindings, 'export default all'].join('\n')
    },
  }
}
