import type { Plugin } from 'vite'

/** What a library brings along and this shop never uses: the module that asks, what it asks for, and ours in its place. */
const REPLACED = [
  // Icons take no size, colour or context from anybody here: what makes them so weighs more than all the icons of a page.
  { by: /lucide-react\/dist\/esm\/icons\//, asked: '../createLucideIcon.mjs', ours: 'icon.ts', only: undefined },
  // Nobody watches the router's inside.
  {
    by: /react-router\/dist\/\w+\/lib\/router\//,
    asked: './instrumentation.js',
    ours: 'no-instrumentation.ts',
    only: 'client',
  },
  { by: /./, asked: '\0vite/preload-helper.js', ours: 'preload.ts', only: 'client' },
] as const

/**
 * Leaves out of the browser's scripts what no page uses and no bundler can see to be unused. A release of a library that names its
 * modules otherwise simply brings the weight back, and tests/weight.test.ts tells.
 * @param root the project's folder.
 */
export const lighterModules = (root: string): Plugin => ({
  name: 'alhena:lighter-modules',
  apply: 'build',
  enforce: 'pre',
  resolveId(requested, importer) {
    if (importer === undefined) return undefined
    const found = REPLACED.find(one => one.asked === requested && one.by.test(importer))
    if (!found || (found.only && found.only !== this.environment.name)) return undefined
    return `${root}/bundling/${found.ours}`
  },
  transform: {
    filter: { id: /lucide-react\/dist\/esm\/icons\// },
    handler: code => {
      const drawing = /node: (\[[\s\S]*\])(?:,\s*aliases:[^\]]*\])?\s*\};/.exec(code)?.[1]
      if (!drawing) return undefined
      const node = drawing.replaceAll(/, key: "\w+"/g, '')
      return `import createIcon from '../createLucideIcon.mjs'\nexport default /* @__PURE__ */ createIcon({ node: ${node} })`
    },
  },
})
