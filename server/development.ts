import { createServer } from 'vite'

/** Runs the shop from its sources behind Vite, with hot reloading. */
export async function serveInDevelopment(
  command: 'serve' | 'work' | 'resetSecondFactor' | 'backup' | 'restore' | 'storage',
): Promise<void> {
  const vite = await createServer({ server: { middlewareMode: true } })
  const main = (await vite.ssrLoadModule('./server/main.ts')) as typeof import('./main.ts')
  if (command !== 'serve') return main[command]()
  await main.serve({
    build: () => vite.ssrLoadModule('virtual:react-router/server-build') as never,
    middleware: vite.middlewares,
  })
}
