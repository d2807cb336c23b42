import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabases } from '#app/platform/database/database.server.ts'
import { startEmbeddedPostgres } from '#app/platform/embedded-postgres/launcher.server.ts'
import { makeScratchFolder } from './support/scratch-folder.ts'
import { startShop } from './support/shop-process.ts'

const LONG = 180_000
/** Longest wait in milliseconds: ten seconds without a sign of life, the look for it, the first retry, and a slow machine. */
const TAKEN_OVER_WITHIN_MS = 45_000

/** A mail server that says nothing to its first sender, and takes the messages of every other one. */
async function startSmtp() {
  const messages: string[] = []
  const silent = Promise.withResolvers<Socket>()
  let connections = 0
  const server = createServer(socket => {
    socket.on('error', () => {})
    connections += 1
    if (connections === 1) return silent.resolve(socket)
    let message: string[] | undefined
    let pending = ''
    socket.write('220 peer ESMTP\r\n')
    socket.setEncoding('utf8').on('data', chunk => {
      pending += chunk
      const lines = pending.split('\r\n')
      pending = lines.pop() ?? ''
      for (const line of lines) {
        if (message && line === '.') {
          messages.push(message.join('\n'))
          message = undefined
          socket.write('250 taken\r\n')
        } else if (message) message.push(line)
        else if (/^DATA/i.test(line)) {
          message = []
          socket.write('354 go on\r\n')
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
        else socket.write('250 ok\r\n')
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return { url: `smtp://127.0.0.1:${address.port}`, messages, reached: silent.promise }
}

it(
  "a killed worker's mail leaves within seconds, once",
  async () => {
    const dataDir = await makeScratchFolder('mail-kills')
    const postgres = await startEmbeddedPostgres({ dataDir, fast: true })
    onTestFinished(() => postgres.stop())
    const databases = openDatabases(postgres.connectionString, 2)
    onTestFinished(() => databases.close())
    const smtp = await startSmtp()
    const env = { DATABASE_URL: postgres.connectionString, DATA_DIR: dataDir, SMTP_URL: smtp.url, LOG_LEVEL: 'error' }
    const settings = { ...env, DEMO: '1', PAYMENTS: 'simulator' }
    const first = await startShop(settings)
    onTestFinished(async () => void (await first.end('SIGKILL')))
    const mail = async () =>
      (await databases.ownerPool.query('select status, attempts from mails where recipient = $1', ['ana@example.cl']))
        .rows[0]
    await databases.ownerPool.query(
      `insert into mails (template, recipient, params)
       values ('password_changed', 'ana@example.cl', '{"fecha_cambio": "hoy", "enlace_recuperar": "/auth/forgot"}')`,
    )
    await smtp.reached
    expect(await mail()).toEqual({ status: 'sending', attempts: 1 })

    await first.end('SIGKILL')
    const second = await startShop(settings)
    onTestFinished(async () => void (await second.end('SIGTERM')))
    await expect.poll(mail, { timeout: TAKEN_OVER_WITHIN_MS, interval: 200 }).toEqual({ status: 'sent', attempts: 2 })
    expect(smtp.messages).toHaveLength(1)
    expect(smtp.messages[0]).toContain('To: ana@example.cl')
  },
  LONG,
)
