import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import type { Result } from '#app/kernel/result.ts'
import { createUploadReader } from './upload-reader.server.ts'
import { unreadText } from './upload-texts.ts'

const logged: unknown[] = []
const log = { warn: (event: string, fields?: Record<string, unknown>) => void logged.push(event, fields) }
const reader = createUploadReader(log, { taskMs: 3000, maxHeap: 64 })
afterAll(() => reader.close())

type Read = (input: string) => Result<string, { code: string }>
const folder = mkdtempSync(join(tmpdir(), 'alhena-uploads-'))
/** A module that reads its input so. */
function moduleOf(name: string, body: string): string {
  const file = join(folder, `${name}.mjs`)
  writeFileSync(file, `export function read(input) { ${body} }`)
  return pathToFileURL(file).href
}
const ECHO = moduleOf('echo', 'return { ok: true, value: input }')
const read = (module: string, input = 'a', owner = 'ana') => reader.read<Read>(module, input, owner)

describe('the process of uploads', () => {
  it.each([
    ['never ends', 'for (;;);'],
    ['fills the memory', 'const all = []; for (;;) all.push(new Array(10_000).fill(input))'],
    ['backtracks without end', "/^(a+)+$/.test('a'.repeat(60) + '!'); return { ok: true, value: '' }"],
    ['throws', 'throw new Error(input)'],
  ])('survives a file whose reading %s, and reads the next one', async (name, body) => {
    const [refused, next] = await Promise.all([read(moduleOf(name, body)), read(ECHO, name)])
    expect(refused).toEqual({ ok: false, error: { code: 'unreadable', kind: 'too_complex' } })
    expect(next).toEqual({ ok: true, value: name })
    expect(logged.at(-1)).toMatchObject({ owner: 'ana', error: expect.any(String) })
  })

  it('reads one file of a person, keeps one waiting and refuses the next, and serves others', async () => {
    const answers = await Promise.all([...'aab'].map(() => read(ECHO)).concat(read(ECHO, 'x', 'eva')))
    expect(answers.map(answer => (answer.ok ? answer.value : answer.error.code))).toEqual(['a', 'a', 'busy', 'x'])
    expect(unreadText({ code: 'busy' })).toContain('Espera unos segundos')
  })
})
