import { randomUUID } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { readPdf } from '#tests/support/read-pdf.ts'
import type { PdfDocument } from './pdf-document.ts'
import { createPdfPress } from './pdf-press.server.ts'

const press = createPdfPress()
afterAll(() => press.close())

const documentOf = (rows: number, name = 'DOC-1'): PdfDocument => ({
  title: `Documento ${name}`,
  subject: 'Documento',
  brand: 'Alhena',
  author: 'Casa Ñandú SpA',
  letterhead: ['Casa Ñandú SpA', 'RUT 76.192.083-9'],
  heading: { kind: 'Documento', name },
  facts: [{ label: 'Fecha', value: '21-11-2026' }],
  blocks: [
    {
      kind: 'facts',
      groups: [{ title: 'Para', facts: [{ label: 'Nombre', value: 'Ana <b>Rojas</b> \u202eشركة ☕\u0000' }] }],
    },
    {
      kind: 'table',
      columns: [
        { label: 'Producto', share: 3, align: 'left' },
        { label: 'Monto', share: 1, align: 'right' },
      ],
      rows: Array.from({ length: rows }, (_, at) => ({ cells: [`Fila ${at + 1}`, '$1.770.000'], note: 'Nota' })),
    },
    { kind: 'totals', rows: [{ label: 'Neto', value: '$1' }], total: { label: 'Suma', value: '$2' } },
    { kind: 'text', title: 'Condiciones', paragraphs: ['Una condición.'] },
  ],
  footer: 'Casa Ñandú SpA',
  createdAt: new Date('2026-11-21T15:00:00Z'),
})

async function print(document: PdfDocument, by = press): Promise<Uint8Array> {
  const printed = await by.print(document, randomUUID())
  if (!printed.ok) throw new Error(JSON.stringify(printed.error))
  return printed.value
}

/** A thread that does something else with its orders. */
function otherWorker(source: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'alhena-press-')), 'worker.mjs')
  writeFileSync(file, `import { parentPort } from 'node:worker_threads'\n${source}`)
  return pathToFileURL(file).pathname
}

describe('the press', () => {
  it('prints every text as it is, with number of pages and data of the file', async () => {
    const read = readPdf(await print(documentOf(1)))
    expect(read).toMatchObject({ title: 'Documento DOC-1', author: 'Casa Ñandú SpA', language: 'es-CL' })
    expect(read.pages).toHaveLength(1)
    for (const text of ['Ana <b>Rojas</b> ????', 'Fila 1', '$1.770.000', 'Suma', 'Una condición.', 'Página 1 de 1'])
      expect(read.pages[0]).toContain(text)
  })

  it('goes on over pages with the head of the table and the foot on each', async () => {
    const { pages } = readPdf(await print(documentOf(40)))
    expect(pages).toHaveLength(3)
    pages.forEach((page, at) => {
      expect(page).toContain('Producto\nMonto')
      expect(page).toContain(`Casa Ñandú SpA\nPágina ${at + 1} de 3`)
    })
    expect(pages.join('').match(/Fila \d+\n/g)).toHaveLength(40)
    expect(pages[2]).toContain('Suma')
  })

  it('lets other work go on while several are printed', async () => {
    let turns = 0
    let printing = true
    const count = () => {
      turns += 1
      if (printing) setImmediate(count)
    }
    setImmediate(count)
    const printed = await Promise.all(Array.from({ length: 4 }, (_, at) => print(documentOf(40, `DOC-${at}`))))
    printing = false
    expect(printed.map(bytes => readPdf(bytes).title)).toEqual(
      Array.from({ length: 4 }, (_, at) => `Documento DOC-${at}`),
    )
    // Drawn in this thread, each document would leave a handful.
    expect(turns).toBeGreaterThan(2000)
  })

  it('takes no more than may wait', async () => {
    const small = createPdfPress({ maxWaiting: 1 })
    const answers = await Promise.all([1, 2, 3].map(() => small.print(documentOf(1), randomUUID())))
    await small.close()
    expect(answers.map(answer => (answer.ok ? 'printed' : answer.error.code))).toEqual(['printed', 'printed', 'busy'])
  })

  it('lets nobody wait for more than two, so that others come next', async () => {
    const workerFile = otherWorker(
      `parentPort.on('message', ({ id }) => parentPort.postMessage({ id, bytes: new Uint8Array([1]) }))`,
    )
    const other = createPdfPress({ workerFile })
    const owners = ['flood', 'flood', 'flood', 'flood', 'ana']
    const answers = await Promise.all(owners.map(owner => other.print(documentOf(1), owner)))
    const again = await other.print(documentOf(1), 'flood')
    await other.close()
    expect([...answers, again].map(answer => answer.ok)).toEqual([true, true, false, false, true, true])
  })

  it('gives up on a document that takes too long, and starts anew for the next', async () => {
    const workerFile = otherWorker(
      `parentPort.on('message', ({ id, document }) => {
        if (document.title.endsWith('endless')) for (;;);
        parentPort.postMessage({ id, bytes: new Uint8Array([1]) })
      })`,
    )
    const other = createPdfPress({ drawMs: 1500, workerFile })
    const [endless, next] = await Promise.all([
      other.print(documentOf(1, 'endless'), 'ana'),
      other.print(documentOf(1), 'ana'),
    ])
    await other.close()
    expect(endless).toMatchObject({ ok: false, error: { code: 'failed', detail: 'Not drawn within 1500 ms' } })
    expect(next).toMatchObject({ ok: true })
  })

  it('outlives its thread', async () => {
    const workerFile = otherWorker(`parentPort.on('message', () => process.exit(3))`)
    const other = createPdfPress({ workerFile })
    const answers = await Promise.all([other.print(documentOf(1), 'ana'), other.print(documentOf(1), 'ana')])
    await other.close()
    expect(answers.map(answer => (answer.ok ? 'printed' : answer.error.code))).toEqual(['failed', 'failed'])
  })

  it('rests when there is nothing to print, and works again afterwards', async () => {
    const workerFile = otherWorker(
      `import { threadId } from 'node:worker_threads'
      parentPort.on('message', ({ id }) => parentPort.postMessage({ id, bytes: new Uint8Array([threadId]) }))`,
    )
    const resting = createPdfPress({ idleMs: 1, workerFile })
    const threadOfPrint = async () => (await print(documentOf(1), resting))[0]
    const first = await threadOfPrint()
    await expect.poll(threadOfPrint).not.toBe(first)
    await resting.close()
  })
})
