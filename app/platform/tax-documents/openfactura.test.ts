import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { pesos } from '#app/kernel/money.ts'
import { openFakeOpenFactura } from '#tests/fake-openfactura/server.ts'
import { freePort } from '#tests/support/shop-process.ts'
import { createOpenFactura } from './openfactura.server.ts'
import type { DocumentRequest } from './tax-documents.ts'

const fake = await openFakeOpenFactura()
afterAll(() => fake.close())
afterEach(() => {
  fake.faults.length = 0
})

const LIMITS = { issue: 20_000, read: 20_000 }
const provider = createOpenFactura({ apiKey: fake.apiKey, environment: 'sandbox', url: fake.url, limits: LIMITS })

let keys = 0
const request = (more: Partial<DocumentRequest> = {}): DocumentRequest => {
  keys += 1
  return {
    key: `documento-${keys}`,
    kind: 39,
    day: '2026-11-24',
    issuer: {
      rut: '76192083-9',
      name: 'Alhena SpA',
      activity: 'Consultoría informática',
      activityCode: 620200,
      address: 'Camino Real 45',
      commune: 'Ñuñoa',
      branchCode: '81303347',
    },
    receiver: { rut: '66666666-6', name: 'Ana Rojas', activity: null, address: null, commune: null },
    lines: [{ name: 'Madurez de datos', description: 'Individual, 1 persona', amount: pesos(125_000) }],
    totals: { net: pesos(105_042), vat: pesos(19_958), total: pesos(125_000) },
    paidBy: 'card',
    reference: undefined,
    ...more,
  }
}
const factura = (more: Partial<DocumentRequest> = {}) =>
  request({
    kind: 33,
    receiver: {
      rut: '60803000-K',
      name: 'Viña Ñuble SpA',
      activity: 'Vinos',
      address: 'Calle 1',
      commune: 'Chillán',
    },
    lines: [{ name: 'Madurez de datos', description: null, amount: pesos(105_042) }],
    ...more,
  })

const lastBody = (): unknown => fake.received.at(-1)?.body

describe('a document that is issued', () => {
  it('of a final consumer has gross lines, and its files', async () => {
    const outcome = await provider.request(request())
    if (outcome.kind !== 'issued') throw new Error(JSON.stringify(outcome))
    expect(outcome.document).toMatchObject({ day: '2026-11-24', folio: expect.any(Number), warning: undefined })
    expect(outcome.document.pdf?.toString('latin1')).toMatch(/^%PDF-/)
    expect(outcome.document.xml?.toString('latin1')).toContain('encoding="ISO-8859-1"')
    expect(lastBody()).toMatchObject({
      dte: {
        Encabezado: {
          IdDoc: { TipoDTE: 39, Folio: 0, FchEmis: '2026-11-24', IndServicio: '3' },
          Emisor: { RUTEmisor: '76192083-9', RznSocEmisor: 'Alhena SpA', CdgSIISucur: '81303347' },
          Receptor: { RUTRecep: '66666666-6' },
          Totales: { MntNeto: 105_042, IVA: 19_958, MntTotal: 125_000 },
        },
        Detalle: [{ NroLinDet: 1, QtyItem: 1, PrcItem: 125_000, MontoItem: 125_000 }],
      },
    })
  })

  it('names whoever buys, and how, only from five million pesos on', async () => {
    await provider.request(request())
    expect(JSON.stringify(lastBody())).not.toMatch(/Ana Rojas|MedioPago/)
    const total = pesos(5_950_000)
    await provider.request(
      request({
        lines: [{ name: 'Equipo', description: null, amount: total }],
        totals: { net: pesos(5_000_000), vat: pesos(950_000), total },
        paidBy: 'transfer',
      }),
    )
    expect(lastBody()).toMatchObject({
      dte: { Encabezado: { IdDoc: { MedioPago: 3 }, Receptor: { RznSocRecep: 'Ana Rojas' } } },
    })
  })

  it('of a company has net lines, and a nota de crédito refers to it', async () => {
    const first = await provider.request(factura())
    if (first.kind !== 'issued') throw new Error(JSON.stringify(first))
    const reference = { kind: 33, folio: first.document.folio, day: first.document.day, annuls: true } as const
    const note = factura({ kind: 61, reference: { ...reference, reason: 'Duplicada' } })
    expect(await provider.request(note)).toMatchObject({ kind: 'issued' })
    expect(lastBody()).toMatchObject({
      dte: {
        Referencia: [{ TpoDocRef: '33', FolioRef: String(first.document.folio), CodRef: '1', RazonRef: 'Duplicada' }],
      },
    })
  })

  it('is known by its token to the SII and by its files', async () => {
    const outcome = await provider.request(request())
    if (outcome.kind !== 'issued') throw new Error(JSON.stringify(outcome))
    const { token, folio } = outcome.document
    expect(await provider.status(token)).toBeUndefined()
    for (const [state, status] of [
      ['Aceptado', 'accepted'],
      ['Aceptado con Reparo', 'accepted_with_objections'],
      ['Rechazado', 'rejected'],
    ] as const) {
      const issued = fake.issued.find(known => known.token === token)
      if (issued) issued.state = state
      expect(await provider.status(token)).toBe(status)
    }
    const files = await provider.files(token)
    expect(files.xml?.toString('latin1')).toContain(`<Folio>${folio}</Folio>`)
    expect(await provider.status('0'.repeat(64))).toBeUndefined()
  })
})

describe('an answer that is no document', () => {
  it('a refusal for good has the provider’s words', async () => {
    const wrong = factura({ receiver: { rut: '76192083-1', name: 'X', activity: 'x', address: 'x', commune: 'x' } })
    expect(await provider.request(wrong)).toEqual({
      kind: 'rejected',
      code: 'OF-10',
      problem: { message: 'Validación de Campos', details: [{ field: 'RUTRecep', issue: 'RUT erróneo' }] },
    })
    const unbalanced = request({ totals: { net: pesos(100_000), vat: pesos(25_000), total: pesos(125_000) } })
    expect(await provider.request(unbalanced)).toMatchObject({ kind: 'rejected', code: 'OF-10' })
  })

  it('a lost answer is found again by the same key, as the same document', async () => {
    const before = fake.issued.length
    const one = request()
    fake.faults.push('lost_answer')
    expect(await provider.request(one)).toMatchObject({ kind: 'unknown' })
    const again = await provider.request(one)
    if (again.kind !== 'issued') throw new Error(JSON.stringify(again))
    expect(fake.issued.slice(before).map(({ folio }) => folio)).toEqual([again.document.folio])
    expect(again.document).toMatchObject({ day: '2026-11-24', pdf: expect.any(Buffer), xml: expect.any(Buffer) })
  })

  it.each([
    ['too_many', { kind: 'not_taken', code: 'too_many' }],
    ['error_500', { kind: 'unknown', code: 'server_error' }],
    ['no_json', { kind: 'unknown', code: 'unreadable' }],
    ['slow', { kind: 'unknown', code: 'timeout' }],
    [
      { code: 'OF-21', details: [] },
      { kind: 'unknown', code: 'server_error' },
    ],
    [
      { code: 'OF-03', details: [] },
      { kind: 'not_taken', code: 'unauthorised' },
    ],
  ] as const)('%j tells whether the document may exist', async (fault, outcome) => {
    fake.faults.push(typeof fault === 'object' ? { ...fault, details: [] } : fault)
    const limits = fault === 'slow' ? { issue: 300, read: 300 } : LIMITS
    const caller = createOpenFactura({ apiKey: fake.apiKey, environment: 'sandbox', url: fake.url, limits })
    expect(await caller.request(request())).toMatchObject(outcome)
  })

  it('a wrong key and a closed port certainly issued nothing', async () => {
    const stranger = createOpenFactura({ apiKey: 'otra-clave', environment: 'sandbox', url: fake.url, limits: LIMITS })
    expect(await stranger.request(request())).toMatchObject({ kind: 'not_taken', code: 'unauthorised' })
    const url = `http://127.0.0.1:${await freePort()}`
    const nobody = createOpenFactura({ apiKey: fake.apiKey, environment: 'production', url, limits: LIMITS })
    expect(await nobody.request(request())).toMatchObject({ kind: 'not_taken', code: 'no_connection' })
    expect(await nobody.status('0'.repeat(64))).toBeUndefined()
    expect(await nobody.files('0'.repeat(64))).toEqual({ pdf: undefined, xml: undefined })
    expect([nobody.isSandbox, stranger.isSandbox]).toEqual([false, true])
  })
})
