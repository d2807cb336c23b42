const requested = new Set<string>()

/**
 * Runs an import() and lets the browser fetch what that module needs meanwhile. In place of Vite's own (lighter-modules.ts), which
 * also waits for style sheets: the shop has one, and every page brings it.
 * @param files paths below the site's root.
 */
export function __vitePreload<Module>(load: () => Promise<Module>, files: readonly string[] = []): Promise<Module> {
  for (const file of files) {
    if (requested.has(file) || !file.endsWith('.js')) continue
    requested.add(file)
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = `/${file}`
    document.head.append(link)
  }
  return load()
}
