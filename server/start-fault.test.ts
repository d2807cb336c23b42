import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { addressOf } from '#app/platform/database/database-address.ts'
import { SettingsError } from '#app/platform/env/setting.ts'
import { startFault } from './start-fault.ts'

const faultOf = async (start: () => Promise<unknown>): Promise<unknown> => {
  try {
    await start()
  } catch (error) {
    return error
  }
  throw new Error('It started')
}

const line = async (start: () => Promise<unknown>, variables = {}) => {
  const text = startFault(await faultOf(start), variables)
  expect(text).not.toMatch(/[\r\n]|\bat .*:\d+:\d+/)
  return text
}

const connection = (connectionString: string) => async () => {
  const client = new Client({ connectionString })
  await client.connect()
}

async function listening(server: Server, port: number, host = '127.0.0.1'): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  onTestFinished(() => void server.close())
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

it('names the setting of a database that does not answer, refuses or is not there', async () => {
  expect(await line(connection('postgresql://nobody@127.0.0.1:1/none'))).toMatch(
    /^DATABASE_URL does not answer: connect ECONNREFUSED/,
  )
  // A name with several addresses.
  const several = () => new Promise((_, reject) => connect({ host: 'localhost', port: 1 }).once('error', reject))
  expect(await line(several)).toMatch(/^DATABASE_URL does not answer: connect ECONNREFUSED/)
  expect(await line(connection('postgresql://nobody@no-such-host.invalid/none'))).toMatch(
    /^DATABASE_URL does not answer: getaddrinfo/,
  )
  expect(await line(connection(addressOf(inject('postgresAddress'), 'no_such_database')))).toMatch(
    /^DATABASE_URL does not answer: database "no_such_database" does not exist/,
  )
})

it('names the port and the host that it may not listen on', async () => {
  const port = await listening(createServer(), 0)
  const taken = await line(() => listening(createServer(), port), { PORT: String(port) })
  expect(taken).toBe(`PORT ${port} is taken by another program: choose another PORT`)
  const away = await line(() => listening(createServer(), 0, '203.0.113.1'), { HOST: '203.0.113.1' })
  expect(away).toMatch(/^HOST 203\.0\.113\.1 and PORT 3000 can't be listened on: listen EADDRNOTAVAIL/)
})

it('names the file or folder that it may not use, not the database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alhena-start-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'file'), '')
  const path = join(folder, 'file', 'secret.key')
  expect(await line(() => readFile(path))).toBe(`${path} can't be used: ENOTDIR: not a directory, open '${path}'`)
})

it('is one line for what nobody foresaw, and for a text of several', async () => {
  expect(await line(() => Promise.reject(new TypeError('x is not a function\n  at y')))).toBe(
    "Alhena can't start: TypeError: x is not a function at y (LOG_LEVEL=debug shows where)",
  )
  expect(await line(() => Promise.reject(new SettingsError('PORT must be a number')))).toBe('PORT must be a number')
  expect(await line(() => Promise.reject('text'))).toBe("Alhena can't start: text")
})
