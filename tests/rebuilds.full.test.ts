import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { scriptsOf } from './support/page-scripts.ts'
import { copyProject } from './support/project-copy.ts'
import { type ShopProcess, startShop } from './support/shop-process.ts'

/** The files of a page's first load that a server does not have. */
async function missingAt(server: ShopProcess, files: readonly string[]): Promise<string[]> {
  const answers = await Promise.all(files.map(file => fetch(server.url + file)))
  return files.filter((_, at) => !answers[at]?.ok)
}

const filesOf = async ({ url }: ShopProcess): Promise<string[]> => {
  const html = await (await fetch(url)).text()
  return [...scriptsOf(html), ...(html.match(/\/assets\/[\w.-]+\.css/g) ?? [])]
}

it('a running shop keeps its files while the next release is built and started in its folder', async () => {
  const folder = await copyProject()
  const start = async (dataDir: string) => {
    const shop = await startShop({ DATA_DIR: join(folder, dataDir) }, folder)
    onTestFinished(async () => void (await shop.end('SIGKILL')))
    return shop
  }
  const old = await start('old')
  const oldFiles = await filesOf(old)
  expect(oldFiles.length).toBeGreaterThan(4)
  await appendFile(join(folder, 'app/app.css'), '\nbody { --release: two; }\n')
  const next = await start('next')
  const nextFiles = await filesOf(next)
  expect(nextFiles.filter(file => !oldFiles.includes(file))).not.toEqual([])
  // Either server may be asked for the files of the other one's pages.
  for (const server of [old, next]) expect(await missingAt(server, [...oldFiles, ...nextFiles])).toEqual([])
  expect((await fetch(`${next.url}/assets/none-00000000.js`)).status).toBe(404)
  expect(await old.end('SIGTERM')).toBe(0)
  // After a third release the first one's process is gone, and only the last two builds stay.
  await appendFile(join(folder, 'app/app.css'), '\nbody { --release: three; }\n')
  const third = await start('third')
  expect(await missingAt(third, nextFiles)).toEqual([])
  expect(await missingAt(third, oldFiles)).not.toEqual([])
}, 600_000)
