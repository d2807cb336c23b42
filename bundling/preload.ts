const requested = new Set<string>()

/**
 * Runs an import() while the browser preloads what that module needs. Replaces Vite's own (lighter-modules.ts), which
 * also waits for style sheets: the shop has one, loaded by every page.
 * @param files paths below the site's root.
 */
export function __vitePreload<Module>(load: () => Promise<Module>, files: readonly string[] = []): Promise<Module> {
  for (const file of files) {
    if (requested.has(file) || !file.endsWith('.js')) continue
    requested.add(file)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: `/${file}` }))
  }
  return load()
}
