const requested = new Set<string>()

/**
 * Runs an import() while the browser preloads what that module needs. Replaces Vite's own (lighter-modules.ts), which
 * also waits for style sheets: the shop has one, loaded by every page.
 * @param files paths of scripts below the site's root.
 */
export function __vitePreload<Module>(load: () => Promise<Module>, files: readonly string[] = []): Promise<Module> {
  for (const file of files) {
    if (requested.has(file)) continue
    requested.add(file)
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = `/${file}`
    document.head.append(link)
  }
  return load()
}
