import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** The scripts that a page's first load brings: whatever it preloads, names in a script tag or imports. */
export function scriptsOf(html: string): string[] {
  const tags = html.match(/<link\b[^>]*\brel="modulepreload"[^>]*>|<script\b[\s\S]*?<\/script>/g) ?? []
  const scripts = tags.flatMap(tag => tag.match(/\/assets\/[\w.-]+\.js/g) ?? [])
  // The manifest's address stands in the page too; it is loaded when a page is asked for that is not in it.
  return [...new Set(scripts)].filter(script => !isNamedForLater(html, script))
}

/** Whether a script is only named in data of the page, not loaded by it. */
const isNamedForLater = (html: string, script: string): boolean =>
  !new RegExp(`(href=|src=|from |import\\(|import )"${script.replaceAll('.', '\\.')}"`).test(html)

/** Bytes that scripts weigh with gzip. @param scripts their paths on the site. */
export async function weightOf(scripts: readonly string[]): Promise<number> {
  const files = await Promise.all(scripts.map(script => readFile(join('build/client', script))))
  return files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0)
}
