import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { underLock } from './build-lock.ts'
import { BUILDS, buildOf, isBuilt, listBuilds, markUsed, pruneBuilds } from './builds.ts'
import { brotli } from './compression.ts'

const COMPRESSIBLE = /\.(js|css|svg|json|txt|xml|webmanifest)$/
/** Below this many bytes compression saves nothing. */
const SMALLEST = 512

const gzipAsync = promisify(gzip)

/** Writes a Brotli and a gzip copy beside every text file of a folder, so that no request waits for compression. */
async function compressAssets(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile() && COMPRESSIBLE.test(entry.name))
  await Promise.all(
    files.map(async entry => {
      const path = join(entry.parentPath, entry.name)
      const content = await readFile(path)
      if (content.length < SMALLEST) return
      await writeFile(`${path}.br`, await brotli(content, 9))
      await writeFile(`${path}.gz`, await gzipAsync(content, { level: 9 }))
    }),
  )
}

const SOURCES = [
  'app',
  'bundling',
  'server',
  'content',
  'public',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
]

/**
 * Builds the shop unless these sources were built before. A build is made in a temporary folder and renamed, so that a
 * killed start never leaves half of one; of concurrent starts one builds and the others wait. Servers that run an
 * earlier build keep its files.
 * @param meanwhile what is done while it builds, and never fails; nothing where there is a build.
 * @returns the folder of the build, in use by this process.
 * @throws Error with the build's last lines when it fails.
 */
export async function buildIfStale(meanwhile = async (): Promise<void> => {}): Promise<string> {
  const folder = buildOf(await digestOf(SOURCES))
  const tool = join('node_modules', '@react-router', 'dev', 'bin.cjs')
  if (!(await isBuilt(folder))) {
    // An installation without development packages serves its existing build.
    if (!existsSync(tool)) return existingBuild()
    await underLock('build.lock', async () => {
      if (await isBuilt(folder)) return
      const other = meanwhile()
      await build(tool, folder).finally(() => other)
    })
  }
  await markUsed(folder)
  return folder
}

async function existingBuild(): Promise<string> {
  const [folder] = await listBuilds()
  if (folder === undefined) {
    throw new Error('The shop is not built and the tools that build it are not installed: run `npm ci --include=dev`')
  }
  await markUsed(folder)
  return folder
}

async function build(tool: string, folder: string): Promise<void> {
  console.log('Building the shop…')
  const draft = `build-${process.pid}`
  try {
    await run([tool, 'build'], { BUILD_DIRECTORY: draft })
    await compressAssets(join(draft, 'client'))
    await markUsed(draft)
    await mkdir(BUILDS, { recursive: true })
    await rename(draft, folder)
    await pruneBuilds()
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function digestOf(paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const path of paths) {
    const files = path.includes('.')
      ? [path]
      : (await readdir(path, { recursive: true, withFileTypes: true }))
          .filter(entry => entry.isFile() && !entry.name.includes('.test.'))
          .map(entry => join(entry.parentPath, entry.name))
          .toSorted()
    for (const file of files)
      hash
        .update(file)
        .update('\0')
        .update(await readFile(file))
        .update('\0')
  }
  return hash.digest('hex')
}

function run(args: string[], env: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4000)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', reject)
    child.on('exit', code => (code === 0 ? resolve() : reject(new Error(`The build failed:\n${output}`))))
  })
}
