import { scriptsOf, weightOf } from '#tests/support/page-scripts.ts'
import { withShop } from './shop.ts'

/** KiB (gzip) of the scripts in a page's first load: modules that it preloads or imports. */
export async function measureWeight(): Promise<string[]> {
  return withShop(async ({ url }) => {
    const lines: string[] = []
    for (const path of ['/', '/assessments', '/assessment/agilidad', '/dama-assessment']) {
      const scripts = scriptsOf(await (await fetch(url + path)).text())
      lines.push(
        `scripts of ${path}: ${((await weightOf(scripts)) / 1024).toFixed(1)} KiB gzip in ${scripts.length} files`,
      )
    }
    return lines
  })
}
