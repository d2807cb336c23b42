import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { listBuilds } from '#server/builds.ts'

/** The scripts of a page's first load: whatever it preloads, names in a script tag or imports. */
export function scriptsOf(html: string): string[] {
  const tags = html.match(/<link\b[^>]*\brel="modulepreload"[^>]*>|<script\b[\s\S]*?<\/script>/g) ?? []
  const scripts = tags.flatMap(tag => tag.match(/\/assets\/[\w.-]+\.js/g) ?? [])
  // The page also contains the manifest's address, which is loaded only when a page outside it is requested.
  return [...new Set(scripts)].filter(script => !isNamedForLater(html, script))
}

/** Whether a script is only named in the page's data, not loaded. */
const isNamedForLater = (html: string, script: string): boolean =>
  !new RegExp(`(href=|src=|from |import\\(|import )"${script.replaceAll('.', '\\.')}"`).test(html)

/** Gzipped bytes of scripts. @param scripts their paths on the site. */
export async function weightOf(scripts: readonly string[]): Promise<number> {
  const [build = ''] = await listBuilds()
  const files = await Promise.all(scripts.map(script => readFile(join(build, 'client', script))))
  return files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0)
}
