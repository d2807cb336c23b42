import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'

/** The operator's configuration, with other addresses and without TLS. */
async function recipeFor(port: number, servers: readonly string[]): Promise<string> {
  const recipe = await readFile('deploy/haproxy/haproxy.cfg', 'utf8')
  const lines = recipe.split('\n').filter(line => !/^\s*server /.test(line))
  const configured = lines.map(line => (/^\s*bind /.test(line) ? `\tbind 127.0.0.1:${port}` : line)).join('\n')
  const addresses = servers.map((url, nth) => `\tserver web${nth + 1} ${new URL(url).host}`)
  return `${configured.trimEnd()}\n\n${addresses.join('\n')}\n`
}

/** Runs HAProxy in the foreground until the test is over. @returns its address once it answers. */
export async function startHaproxy(
  program: string,
  { folder, port, servers }: { folder: string; port: number; servers: readonly string[] },
): Promise<string> {
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, await recipeFor(port, servers))
  const child: ChildProcess = spawn(program, ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (printed += part.toString()))
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const url = `http://127.0.0.1:${port}`
  const answers = async () => child.exitCode !== null || (await fetch(`${url}/readyz`).catch(() => undefined))?.status
  await expect.poll(answers, { timeout: 30_000 }).toBe(200)
  if (child.exitCode !== null) throw new Error(printed)
  return url
}
