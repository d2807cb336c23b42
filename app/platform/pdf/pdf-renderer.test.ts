import { randomUUID } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { readPdf } from '#tests/support/read-pdf.ts'
import type { PdfDocument } from './pdf-document.ts'
import { createPdfRenderer } from './pdf-renderer.server.ts'

const renderer = createPdfRenderer()
afterAll(() => renderer.close())

const documentOf = (days: number, name = 'DOC-1'): PdfDocument => ({
  template: 'store-report',
  title: `Documento ${name}`,
  subject: 'Documento',
  brand: 'Alhena',
  author: 'Casa Ñandú SpA',
  footer: 'Casa Ñandú SpA',
  createdAt: new Date('2026-11-21T15:00:00Z'),
  content: {
    letterhead: ['Casa Ñandú SpA', 'RUT 76.192.083-9'],
    period: 'Ana <b>Rojas</b> \u202eشركة ☕\u0000',
    facts: [{ label: 'Preparado', value: '21-11-2026' }],
    figures: [{ label: 'Ingresos', counts: 'Pagados', value: '$1.770.000', change: 'Igual' }],
    top: [{ name: 'Agilidad', seats: '20', gross: '$1' }],
    days: Array.from({ length: days }, (_, at) => ({
      date: `Fila ${at + 1}`,
      orders: '1',
      gross: '$1.770.000',
      returned: '$0',
      net: '$1.770.000',
    })),
  },
})

async function render(document: PdfDocument, by = renderer): Promise<Uint8Array> {
  const rendered = await by.render(document, randomUUID())
  if (!rendered.ok) throw new Error(JSON.stringify(rendered.error))
  return rendered.value
}

/** A process that does something else with its requests. */
function otherWorker(source: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'alhena-renderer-')), 'worker.mjs')
  writeFileSync(file, `process.on('disconnect', () => process.exit())\n${source}`)
  return pathToFileURL(file).pathname
}

describe('the renderer', () => {
  it('prints every text unchanged, with page numbers and metadata', async () => {
    const read = await readPdf(await render(documentOf(1)))
    expect(read).toMatchObject({ title: 'Documento DOC-1', author: 'Casa Ñandú SpA', language: 'es-CL', tagged: true })
    expect(read.pages).toHaveLength(1)
    for (const text of ['Ana <b>Rojas</b> شركة ☕', 'Fila 1', '$1.770.000', 'Casa Ñandú SpA Página 1 de 1'])
      expect(read.pages[0]).toContain(text)
  })

  it('tags headings and tables', async () => {
    const { structure } = await readPdf(await render(documentOf(1)))
    const roles = structure.map(({ role }) => role)
    expect(roles.filter(role => /^H\d$/.test(role))).toEqual(['H1'])
    expect(roles.filter(role => role === 'Table')).toHaveLength(3)
    expect(roles.filter(role => role === 'TH')).toHaveLength(11)
  })

  it('renders the same document to the same bytes', async () => {
    const [first, second] = await Promise.all([render(documentOf(3)), render(documentOf(3))])
    expect(Buffer.from(first).equals(second)).toBe(true)
  })

  it('repeats table head and page footer on each page', async () => {
    const { pages } = await readPdf(await render(documentOf(100)))
    expect(pages).toHaveLength(3)
    pages.forEach((page, at) => {
      expect(page).toContain('Días con movimientos Órdenes Ventas Devuelto Ingresos')
      expect(page).toContain(`Casa Ñandú SpA Página ${at + 1} de 3`)
    })
    expect(pages.join('').match(/Fila \d+ /g)).toHaveLength(100)
  })

  it('does not block other work while rendering several', async () => {
    let iterations = 0
    let rendering = true
    const count = () => {
      iterations += 1
      if (rendering) setImmediate(count)
    }
    setImmediate(count)
    const rendered = await Promise.all(Array.from({ length: 4 }, (_, at) => render(documentOf(40, `DOC-${at}`))))
    rendering = false
    const read = await Promise.all(rendered.map(readPdf))
    expect(read.map(({ title }) => title)).toEqual(Array.from({ length: 4 }, (_, at) => `Documento DOC-${at}`))
    // Rendered in this process, each document would leave a handful.
    expect(iterations).toBeGreaterThan(2000)
  })

  it("survives a document that its template can't lay out", async () => {
    const broken = await renderer.render({ ...documentOf(1), content: null }, 'ana')
    expect(broken).toMatchObject({ ok: false, error: { code: 'failed', detail: expect.stringContaining('none') } })
    expect((await render(documentOf(1))).byteLength).toBeGreaterThan(1000)
  })

  it('limits the queue', async () => {
    const small = createPdfRenderer({ maxWaiting: 1 })
    const answers = await Promise.all([1, 2, 3].map(() => small.render(documentOf(1), randomUUID())))
    await small.close()
    expect(answers.map(answer => (answer.ok ? 'rendered' : answer.error.code))).toEqual([
      'rendered',
      'rendered',
      'busy',
    ])
  })

  it('limits each user to two, so that others are served', async () => {
    const workerFile = otherWorker(
      `process.on('message', ({ id }) => process.send({ id, value: new Uint8Array([1]) }))`,
    )
    const other = createPdfRenderer({ workerFile })
    const owners = ['flood', 'flood', 'flood', 'flood', 'ana']
    const answers = await Promise.all(owners.map(owner => other.render(documentOf(1), owner)))
    const again = await other.render(documentOf(1), 'flood')
    await other.close()
    expect([...answers, again].map(answer => answer.ok)).toEqual([true, true, false, false, true, true])
  })

  it('aborts a document that takes too long, and restarts for the next', async () => {
    const workerFile = otherWorker(
      `process.on('message', ({ id, task }) => {
        if (task.title.endsWith('endless')) for (;;);
        process.send({ id, value: new Uint8Array([1]) })
      })`,
    )
    const other = createPdfRenderer({ renderMs: 1500, workerFile })
    const [endless, next] = await Promise.all([
      other.render(documentOf(1, 'endless'), 'ana'),
      other.render(documentOf(1), 'ana'),
    ])
    await other.close()
    expect(endless).toMatchObject({ ok: false, error: { code: 'failed', detail: 'Not done within 1500 ms' } })
    expect(next).toMatchObject({ ok: true })
  })

  it('survives a crash of its process', async () => {
    const workerFile = otherWorker(`process.on('message', () => process.kill(process.pid, 'SIGKILL'))`)
    const other = createPdfRenderer({ workerFile })
    const answers = await Promise.all([other.render(documentOf(1), 'ana'), other.render(documentOf(1), 'ana')])
    await other.close()
    expect(answers.map(answer => (answer.ok ? 'rendered' : answer.error.code))).toEqual(['failed', 'failed'])
  })

  it('stops its process when idle, and starts it again', async () => {
    const workerFile = otherWorker(
      `const own = new Uint8Array(new Uint32Array([process.pid]).buffer)
      process.on('message', ({ id }) => process.send({ id, value: own }))`,
    )
    const resting = createPdfRenderer({ idleMs: 1, workerFile })
    const processOf = async () => Buffer.from(await render(documentOf(1), resting)).readUInt32LE()
    const first = await processOf()
    await expect.poll(processOf).not.toBe(first)
    await resting.close()
  })
})
