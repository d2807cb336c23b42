import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { cloneDatabase } from './support/database.ts'
import { cleanEnvironment, freePort, startShop } from './support/shop-process.ts'

// Without a container engine: the steps of the Dockerfile, in an empty folder.

type Step = { instruction: string; rest: string }

const stages = readFileSync('deploy/docker/Dockerfile', 'utf8')
  .split(/^FROM .*$/m)
  .slice(1)
  .map(stage =>
    stage.split('\n').flatMap((line): Step[] => {
      const [, instruction, rest] = /^([A-Z]+) (.*)$/.exec(line) ?? []
      return instruction && rest ? [{ instruction, rest }] : []
    }),
  )
const [build = [], image = []] = stages
const restOf = (steps: readonly Step[], instruction: string): string[] =>
  steps.filter(step => step.instruction === instruction).map(({ rest }) => rest)

const isForImage = (path: string): boolean => !/\.test\.tsx?$/.test(path)

/** What the packages' tools need of this machine. */
function run(command: string, folder: string): void {
  if (command.startsWith('npm ci')) {
    // The same packages, without fetching them once more.
    cpSync('node_modules', join(folder, 'node_modules'), { recursive: true, verbatimSymlinks: true })
    return
  }
  const env = { ...cleanEnvironment(), NODE_ENV: undefined, npm_config_offline: 'true' }
  execFileSync('sh', ['-ec', command], { cwd: folder, env, stdio: 'pipe' })
}

it('a folder that is made as the Dockerfile says serves the shop, and its health check tells', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alhena-image-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  for (const { instruction, rest } of build) {
    if (instruction === 'RUN') run(rest, folder)
    if (instruction !== 'COPY') continue
    const paths = rest.split(' ')
    const target = paths.pop() ?? '.'
    for (const path of paths)
      cpSync(path, join(folder, paths.length > 1 || target === './' ? path : target), {
        recursive: true,
        filter: isForImage,
      })
  }

  const database = await cloneDatabase()
  onTestFinished(() => database.close())
  const dataDir = await mkdtemp(join(tmpdir(), 'alhena-image-data-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const [given = ''] = restOf(image, 'ENV')
  const metricsPort = String(await freePort())
  const env = Object.fromEntries(given.split(' ').map(pair => pair.split(/=(.*)/).slice(0, 2)))
  const shop = await startShop(
    {
      ...env,
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      DATABASE_URL: database.address,
      DATA_DIR: dataDir,
      DEMO: '1',
      METRICS_PORT: metricsPort,
    },
    folder,
  )
  onTestFinished(async () => void (await shop.end('SIGTERM')))
  const answer = await fetch(`${shop.url}/readyz`).catch(() => undefined)
  expect(answer?.status, shop.output()).toBe(200)
  const page = await (await fetch(shop.url)).text()
  const [script] = /\/assets\/[\w.-]+\.js/.exec(page) ?? []
  expect((await fetch(shop.url + script)).status).toBe(200)

  const figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  expect(figures).toMatch(/^alhena_build_info\{version="[\d.]+",build="[0-9a-f]{16}",/m)

  const [check = ''] = restOf(image, 'HEALTHCHECK')
  const [, ...args]: string[] = JSON.parse(check.slice(check.indexOf('[')))
  const statusAt = (port: string) =>
    spawnSync(
      process.execPath,
      args.map(arg => arg.replace(env.METRICS_PORT ?? '', port)),
    ).status
  expect(statusAt(metricsPort)).toBe(0)
  expect(statusAt(String(await freePort()))).toBe(1)
}, 600_000)
