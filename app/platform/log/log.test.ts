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

const run = (program: string) =>
  spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `const { createLog } = await import('./app/platform/log/log.server.ts')
       const log = createLog('info')
       ${program}`,
    ],
    { encoding: 'utf8', maxBuffer: 64 * 2 ** 20 },
  )
const linesOf = ({ stdout }: { stdout: string }): Record<string, unknown>[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))

const write = (end: string) =>
  run(`for (let n = 1; n <= 20000; n += 1) {
         log.info('request', { n })
         if (n % 5000 === 0) await new Promise(resolve => setImmediate(resolve))
       }
       ${end}`)

it.each([
  ['it ends by itself', ''],
  ['it is told to exit', 'process.exit(0)'],
  ['an error ends it', "throw new Error('a bug')"],
])('loses no line when %s', (_name, end) => {
  const numbers = linesOf(write(end)).map(({ n }) => n)
  expect(numbers).toEqual(Array.from({ length: 20_000 }, (_, at) => at + 1))
})

it('gives each line the time at which its event came, though lines are made together', () => {
  const program = `const before = Date.now()
    log.warn('first')
    while (Date.now() < before + 50);
    log.info('second', { before })`
  const [first, second] = linesOf(run(program))
  const timeOf = (line: Record<string, unknown> | undefined) => Date.parse(String(line?.time))
  expect(timeOf(first)).toBeGreaterThanOrEqual(Number(second?.before))
  expect(timeOf(second) - timeOf(first)).toBeGreaterThanOrEqual(49)
  expect([first?.event, second?.event]).toEqual(['first', 'second'])
})
