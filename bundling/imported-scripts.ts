import type { Plugin } from 'vite'

const ID = 'virtual:imported-scripts'
const RESOLVED = `\0${ID}`

/**
 * Tells the server which scripts an `import()` in the browser loads, so that a page that needs them at once can name
 * them in its head. `virtual:imported-scripts` has their addresses by the path of the imported module in the project;
 * it is empty in development and in tests.
 * @param root the project's folder.
 * @param isLater whether a script is not loaded by every page anyway.
 */
export function importedScripts(root: string, isLater: (file: string) => boolean): Plugin {
  const scripts: Record<string, string[]> = {}
  return {
    name: 'alhena:imported-scripts',
    // The browser's scripts are built first, the server's then.
    sharedDuringBuild: true,
    resolveId: id => (id === ID ? RESOLVED : undefined),
    load: id => (id === RESOLVED ? `export default ${JSON.stringify(scripts)}` : undefined),
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return
      const filesOf = (file: string, found = new Set<string>()): Set<string> => {
        const chunk = bundle[file]
        if (chunk?.type !== 'chunk' || found.has(file)) return found
        found.add(file)
        for (const imported of chunk.imports) filesOf(imported, found)
        return found
      }
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !chunk.isDynamicEntry || !chunk.facadeModuleId) continue
        const files = [...filesOf(chunk.fileName)].filter(isLater)
        scripts[chunk.facadeModuleId.replace(`${root}/`, '')] = files.map(file => `/${file}`)
      }
    },
  }
}
