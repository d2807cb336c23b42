// Plain JavaScript: an older Node must get as far as the line that says which one is needed.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(
    `Alhena needs Node 24 and found ${process.versions.node}: start it with \`npm start\` after \`npm ci\`, or install Node 24`,
  )
  process.exit(1)
}

process.env.NODE_ENV ??= 'production'
const { buildIfStale } = await import('./build.ts')
const { prepareFirstStart } = await import('./first-start.ts')

const [asked] = process.argv.slice(2)
let build
try {
  if (process.env.NODE_ENV === 'production')
    build = await buildIfStale(asked === undefined ? () => prepareFirstStart() : undefined)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}

if (asked === 'build') process.exit(0)
const commands = {
  worker: 'work',
  'reset-second-factor': 'resetSecondFactor',
  backup: 'backup',
  restore: 'restore',
  storage: 'storage',
}
const command = commands[asked] ?? 'serve'
if (process.env.NODE_ENV === 'production') {
  const main = await import(pathToFileURL(join(process.cwd(), build, 'server/index.js')).href)
  await main[command]({ folder: build })
} else {
  const { serveInDevelopment } = await import('./development.ts')
  await serveInDevelopment(command)
}
