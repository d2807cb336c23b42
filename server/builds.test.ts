import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildOf, listBuilds, markUsed, pruneBuilds } from './builds.ts'

let builds: string
beforeEach(async () => {
  builds = await mkdtemp(join(tmpdir(), 'alhena-builds-'))
})
afterEach(() => rm(builds, { recursive: true, force: true }))

/** A build that a process of this number started so many seconds ago. */
async function startedBuild(name: string, pid: number, secondsAgo: number): Promise<string> {
  const folder = join(builds, name)
  await mkdir(join(folder, 'used-by'), { recursive: true })
  await writeFile(join(folder, 'used-by', String(pid)), '')
  const at = new Date(Date.now() - secondsAgo * 1000)
  await utimes(join(folder, 'used-by'), at, at)
  return folder
}

async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(child, 'exit')
  return child.pid ?? 0
}

it('stay while they are among the last two that were started, or a process runs them', async () => {
  const ended = await endedProcess()
  await startedBuild('running', process.pid, 400)
  await startedBuild('ended', ended, 300)
  await startedBuild('last', ended, 200)
  await startedBuild('current', ended, 100)
  await writeFile(join(builds, 'of-an-older-release'), '')
  await pruneBuilds(builds)
  expect((await readdir(builds)).toSorted()).toEqual(['current', 'last', 'running'])
})

it('are the last ones again when a release is taken back', async () => {
  const ended = await endedProcess()
  const old = await startedBuild('old', ended, 300)
  const current = await startedBuild('current', ended, 200)
  expect(await listBuilds(builds)).toEqual([current, old])
  await markUsed(old)
  expect(await listBuilds(builds)).toEqual([old, current])
  // The marks of processes that have ended are gone, this one's is there.
  expect(await readdir(join(old, 'used-by'))).toEqual([String(process.pid)])
})

it('are none in a folder that is missing', async () => {
  expect(await listBuilds(join(builds, 'missing'))).toEqual([])
  expect(buildOf('0123456789abcdef-and-more', 'build')).toBe('build/0123456789abcdef')
})
