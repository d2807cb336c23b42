import { startEmbeddedPostgres } from './launcher.server.ts'

/**
 * An Alhena process of the tests: owns the server on the folder of its first argument until it is stopped or killed.
 */
const [, , dataDir = ''] = process.argv
const report = (message: string) => process.send?.(message)

// The terminal's Ctrl-C, which goes to the whole process group.
process.on('SIGINT', () => report('interrupted'))
try {
  const server = await startEmbeddedPostgres({ dataDir })
  process.on('message', order => {
    if (order === 'exit') process.exit(3)
    if (order === 'stop') void server.stop().then(() => process.disconnect())
  })
  report(server.connectionString)
} catch (error) {
  report(`refused: ${error instanceof Error ? error.message : error}`)
  process.disconnect()
}
