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

type Manifest = Record<string, { file: string; name?: string }>

/** The path on the site of the script of a module that is loaded by itself, or of a chunk. @param name without folder and suffix. */
export async function scriptNamed(name: string): Promise<string> {
  const [build = ''] = await listBuilds()
  const manifest: Manifest = JSON.parse(await readFile(join(build, 'client/.vite/manifest.json'), 'utf8'))
  const found = Object.values(manifest).find(entry => entry.name === name && entry.file.endsWith('.js'))
  if (!found) throw new Error(`No script is named ${name}`)
  return `/${found.file}`
}

/** Gzipped bytes of scripts. @param scripts their paths on the site. */
export async function weightOf(scripts: readonly string[]): Promise<number> {
  const [build = ''] = await listBuilds()
  const files = await Promise.all(scripts.map(script => readFile(join(build, 'client', script))))
  return files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0)
}
