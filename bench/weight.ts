import { scriptsOf, weightOf } from '#tests/support/page-scripts.ts'
import type { Figure } from './figures.ts'
import { withShop } from './shop.ts'

/** KiB of scripts at most, by page. */
const AIMS = { '/': 118, '/assessments': 122, '/assessment/agilidad': 122, '/dama-assessment': 122 }

/** KiB (gzip) of the scripts in a page's first load: modules that it preloads or imports. */
export async function measureWeight(): Promise<Figure[]> {
  return withShop(async ({ url }) => {
    const figures: Figure[] = []
    for (const [path, most] of Object.entries(AIMS)) {
      const html = await (await fetch(url + path)).text()
      const scripts = scriptsOf(html)
      const kib = (await weightOf(scripts)) / 1024
      figures.push({
        name: `scripts of ${path}`,
        value: `${kib.toFixed(1)} KiB gzip in ${scripts.length} files`,
        measured: kib,
        aim: { most },
      })
      if (path !== '/') continue
      const size = Buffer.byteLength(html) / 1024
      figures.push({ name: 'HTML of /', value: `${size.toFixed(1)} KiB`, measured: size, aim: { most: 50 } })
    }
    return figures
  })
}
