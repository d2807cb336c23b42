import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { withShop } from './shop.ts'

/** KiB (gzip) of the scripts that a page's first load brings: modules that it preloads or imports. */
export async function measureWeight(): Promise<string[]> {
  return withShop(async ({ url }) => {
    const lines: string[] = []
    for (const path of ['/', '/dama-assessment']) {
      const html = await (await fetch(url + path)).text()
      // The address of the manifest stands in the page too, but is loaded only when a page unknown to it is asked for.
      const tags = html.match(/(?:<link rel="modulepreload"[^>]*|import \* as \w+ from )"\/assets\/[\w.-]+\.js"/g) ?? []
      const scripts = new Set(tags.flatMap(tag => tag.match(/\/assets\/[\w.-]+\.js/g) ?? []))
      let bytes = 0
      for (const script of scripts) bytes += gzipSync(await readFile(join('build/client', script)), { level: 9 }).length
      lines.push(`scripts of ${path}: ${(bytes / 1024).toFixed(1)} KiB gzip in ${scripts.size} files`)
    }
    return lines
  })
}
