import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'

export type Proxied = { program: string; folder: string; port: number; shop: string }

/** The operator's file inside of a whole configuration, on a port of this machine and without TLS. */
async function nginxConfiguration({ folder, port, shop }: Proxied): Promise<string> {
  const recipe = await readFile('deploy/nginx/alhena.conf', 'utf8')
  const [upstream = '', , site = ''] = recipe.split(/^server \{$/m)
  const server = `server {\n\tlisten 127.0.0.1:${port};${site.replaceAll(/^\s*(listen|ssl_\w+|server_name) .*$/gm, '')}`
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    kind => `${kind}_temp_path ${join(folder, kind)};`,
  )
  // A worker of another user could not write to the test's folder.
  const user = process.getuid?.() === 0 ? 'user root;\n' : ''
  return `${user}daemon off;
pid ${join(folder, 'nginx.pid')};
error_log stderr warn;
events {}
http {
access_log off;
${temporary.join('\n')}
${upstream.replace('127.0.0.1:3000', new URL(shop).host)}
${server}
}
`
}

/** Runs nginx with the recipe until the test is over. @returns its address once the shop answers there. */
export async function startNginx(proxied: Proxied): Promise<string> {
  const file = join(proxied.folder, 'nginx.conf')
  await writeFile(file, await nginxConfiguration(proxied))
  return run(proxied, ['-e', 'stderr', '-c', file], {})
}

/** The same with Caddy, whose recipe reads its addresses from the environment. */
export const startCaddy = (proxied: Proxied): Promise<string> =>
  run(proxied, ['run', '--config', 'deploy/caddy/Caddyfile', '--adapter', 'caddyfile'], {
    SHOP_HOST: `http://127.0.0.1:${proxied.port}`,
    SHOP_SERVER: new URL(proxied.shop).host,
    CADDY_ADMIN: `unix/${join(proxied.folder, 'admin.sock')}`,
    XDG_DATA_HOME: proxied.folder,
    XDG_CONFIG_HOME: proxied.folder,
  })

async function run({ program, port }: Proxied, args: string[], env: Record<string, string>): Promise<string> {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (printed += part.toString()))
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const url = `http://127.0.0.1:${port}`
  const answers = async () => child.exitCode !== null || (await fetch(`${url}/readyz`).catch(() => undefined))?.status
  await expect.poll(answers, { timeout: 60_000 }).not.toBeUndefined()
  if (child.exitCode !== null) throw new Error(printed)
  await expect.poll(answers, { timeout: 30_000 }).toBe(200)
  return url
}
