import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

const run = promisify(execFile)
const git = async (...args: string[]) => (await run('git', args, { maxBuffer: 2 ** 24 })).stdout.trim()

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'alhena-copy-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** A copy of the project's sources, with the packages and the builds of this one, that is removed after the test. */
export async function copyProject(): Promise<string> {
  const folder = await newFolder()
  const names = await git('ls-files', '--cached', '--others', '--exclude-standard')
  for (const name of names.split('\n').filter(file => !file.startsWith('docs/'))) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await cp(name, join(folder, name))
  }
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  // Sources without changes need not be built again. Which processes run a build is said of this folder's alone.
  const filter = (source: string) => !/used-by.\d+$/.test(source)
  await cp('build', join(folder, 'build'), { recursive: true, force: true, filter }).catch(() => undefined)
  return folder
}

/**
 * The last release: the newest tag `v…` before this state, with its own packages. Before the first one this state
 * stands in for it.
 */
export async function copyLastRelease(): Promise<string> {
  const tag = await git('describe', '--tags', '--abbrev=0', '--match', 'v*').catch(() => '')
  if (tag === '') return copyProject()
  const folder = await newFolder()
  await run('sh', [
    '-c',
    'git archive "$1" | tar -x -C "$2" && cd "$2" && npm ci --no-audit --no-fund',
    '-',
    tag,
    folder,
  ])
  return folder
}
