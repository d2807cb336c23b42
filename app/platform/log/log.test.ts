import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { createLog, withRequestId } from './log.server.ts'

it('writes an event as one line of JSON with its fields and its request', () => {
  const lines: string[] = []
  const log = createLog('info', line => lines.push(line))
  withRequestId('r-1', () => log.warn('mail_failed', { attempts: 2, cause: { error: 'refused' }, nothing: undefined }))
  log.info('request', { request_id: 'r-2', path: '/' })
  log.debug('unheard')
  const [first, second] = lines.map(line => JSON.parse(line))
  expect(lines).toHaveLength(2)
  expect(lines.every(line => line.indexOf('\n') === line.length - 1)).toBe(true)
  expect(first).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    level: 'warn',
    event: 'mail_failed',
    request_id: 'r-1',
    attempts: 2,
    cause: { error: 'refused' },
  })
  expect(second).toMatchObject({ level: 'info', event: 'request', request_id: 'r-2', path: '/' })
})

const write = (end: string) =>
  spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `const { createLog } = await import('./app/platform/log/log.server.ts')
       const log = createLog('info')
       for (let n = 1; n <= 20000; n += 1) {
         log.info('request', { n })
         if (n % 5000 === 0) await new Promise(resolve => setImmediate(resolve))
       }
       ${end}`,
    ],
    { encoding: 'utf8', maxBuffer: 64 * 2 ** 20 },
  )

it.each([
  ['it ends by itself', ''],
  ['it is told to exit', 'process.exit(0)'],
  ['an error ends it', "throw new Error('a bug')"],
])('loses no line when %s', (_name, end) => {
  const numbers = write(end)
    .stdout.trimEnd()
    .split('\n')
    .map(line => JSON.parse(line).n)
  expect(numbers).toEqual(Array.from({ length: 20_000 }, (_, at) => at + 1))
})
