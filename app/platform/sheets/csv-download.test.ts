import { expect, it } from 'vitest'
import { csvDownload } from './csv-download.server.ts'

async function* batches(count: number, read: number[]) {
  for (let batch = 0; batch < count; batch += 1) {
    read.push(batch)
    yield [[`=${batch}`, 'a;b']]
  }
}

// shows: B2.26
it('writes one file of all batches, with one byte order mark and without formulas', async () => {
  const answer = csvDownload('cosas.csv', ['Número', 'Texto'], batches(2, []))
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="cosas.csv"')
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(new TextDecoder().decode(bytes)).toBe(`Número;Texto\r\n'=0;"a;b"\r\n'=1;"a;b"\r\n`)
})

it('reads no faster than it is consumed', async () => {
  const read: number[] = []
  const reader = csvDownload('cosas.csv', ['a'], batches(100, read)).body?.getReader()
  await reader?.read()
  await reader?.read()
  await reader?.cancel()
  expect(read.length).toBeLessThan(5)
})

it('fails in the reader when a batch fails', async () => {
  async function* failing(): AsyncGenerator<string[][]> {
    yield [['1']]
    throw new Error('The database is gone')
  }
  await expect(csvDownload('cosas.csv', ['a'], failing()).text()).rejects.toThrow('The database is gone')
})

/** A download whose one batch is read on demand; `reading` counts the concurrent reads of all. */
function waitingDownload(reading: Set<object>, gate: Promise<void>) {
  const own = {}
  async function* slow(): AsyncGenerator<string[][]> {
    reading.add(own)
    await gate
    reading.delete(own)
    yield [['1']]
  }
  return csvDownload('cosas.csv', ['a'], slow())
}

it('limits concurrent reads over a hundred downloads', async () => {
  const reading = new Set<object>()
  const gate = Promise.withResolvers<void>()
  const texts = Array.from({ length: 100 }, () => waitingDownload(reading, gate.promise).text())
  await new Promise<void>(resolve => setImmediate(resolve))
  expect(reading.size).toBe(3)
  gate.resolve()
  expect(new Set(await Promise.all(texts))).toEqual(new Set(['a\r\n1\r\n']))
})

it('reads nothing for a download that was closed while waiting', async () => {
  const reading = new Set<object>()
  const gate = Promise.withResolvers<void>()
  const first = Array.from({ length: 3 }, () => waitingDownload(reading, gate.promise).text())
  const unread: number[] = []
  const gone = Array.from({ length: 20 }, () => csvDownload('cosas.csv', ['a'], batches(5, unread)))
  for (const answer of gone) await answer.body?.cancel()
  const last = csvDownload('cosas.csv', ['a'], batches(1, [])).text()
  gate.resolve()
  await Promise.all([...first, last])
  expect(unread).toEqual([])
})
