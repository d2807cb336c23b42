import type { Plugin } from 'vite'

/** Modules of libraries that this shop never uses: the importer, the import, and our replacement. */
const REPLACED = [
  // Icons get no size, colour or context here: the code for these is larger than all the icons of a page.
  { by: /lucide-react\/dist\/esm\/icons\//, specifier: '../createLucideIcon.mjs', ours: 'icon.ts', only: undefined },
  // Nothing uses the router's instrumentation.
  {
    by: /react-router\/dist\/\w+\/lib\/router\//,
    specifier: './instrumentation.js',
    ours: 'no-instrumentation.ts',
    only: 'client',
  },
  {
    by: /react-router\/dist\/\w+\/lib\/dom\/ssr\//,
    specifier: './fallback.js',
    ours: 'no-fallback.ts',
    only: 'client',
  },
  { by: /./, specifier: '\0vite/preload-helper.js', ours: 'preload.ts', only: 'client' },
] as const

/**
 * Removes from the browser's scripts what no page uses and no bundler can detect as unused. When a release of a library
 * renames its modules the size grows back, which tests/first-load.test.ts reports.
 * @param root the project's folder.
 */
export const lighterModules = (root: string): Plugin => ({
  name: 'alhena:lighter-modules',
  apply: 'build',
  enforce: 'pre',
  resolveId(requested, importer) {
    if (importer === undefined) return undefined
    const found = REPLACED.find(one => one.specifier === requested && one.by.test(importer))
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
