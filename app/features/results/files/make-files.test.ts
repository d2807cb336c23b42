import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asActor } from '#app/platform/database/actor.server.ts'
import { createLog } from '#app/platform/log/log.server.ts'
import { createPdfRenderer } from '#app/platform/pdf/pdf-renderer.server.ts'
import { parseDelimited } from '#app/platform/sheets/delimited.ts'
import { openZip } from '#app/platform/sheets/zip.server.ts'
import { answerAll, completePeople, invitePeople } from '#tests/support/completed-people.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct, createProfile, type TestProfile } from '#tests/support/factories.ts'
import { publish } from '#tests/support/published-rounds.ts'
import { readPdf } from '#tests/support/read-pdf.ts'
import type { AnsweringPerson } from '#tests/support/tallies.ts'
import { makeItemData } from './make-data.server.ts'
import { makeItemReport, makePersonReport } from './make-report.server.ts'

const now = new Date()
const renderer = createPdfRenderer()
const SECRET = 'Persona Secreta'

let database: TestDatabase
let buyer: TestProfile
let stranger: TestProfile
let admin: TestProfile

beforeAll(async () => {
  database = await cloneDatabase()
  const pool = database.ownerPool
  ;[buyer, stranger, admin] = await Promise.all([
    createProfile(pool),
    createProfile(pool),
    createProfile(pool, { role: 'admin' }),
  ])
})
afterAll(async () => {
  await renderer.close()
  await database.close()
})

async function buy(questionnaireId = 'dama-dmbok2', mode: 'nominative' | 'confidential' = 'nominative') {
  const product = await createProduct(database.ownerPool, { questionnaireId })
  const item = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats: 40 })
  await database.ownerPool.query('update order_items set result_mode = $2 where id = $1', [item.item_id, mode])
  return { itemId: item.item_id, userId: buyer.id, questionnaireId, ownAccess: item.owner_access_id }
}

async function fieldsOf(questionnaireId: string): Promise<string[]> {
  const { rows } = await database.ownerPool.query<{ field: string }>('select field from private.closed_fields($1, 1)', [
    questionnaireId,
  ])
  return rows.map(row => row.field)
}

async function crowd(count: number, questionnaireId = 'dama-dmbok2', more = {}): Promise<AnsweringPerson[]> {
  const fields = await fieldsOf(questionnaireId)
  return Array.from({ length: count }, (_, seed) => ({
    area: 'Legal',
    position: 'analista',
    answers: { ...Object.fromEntries(fields.map((field, at) => [field, 1 + ((seed + at) % 6)])), ...more },
  }))
}

const as = (profile: TestProfile) => ({ id: profile.id, company: 'Frutos SpA' })
const made = () => ({ db: database.db, pdf: renderer, log: createLog('info', () => undefined), now })
const MISSING = 'No encontramos estos resultados.'
const NOBODY = 'Nadie ha completado todavía'
const WAITING = 'Los resultados confidenciales se descargan cuando están publicados.'

/** On one line: where a page breaks its lines is no matter here. */
const textOf = async (report: Awaited<ReturnType<typeof makeItemReport>>): Promise<string> =>
  (await readPdf(report.bytes)).pages.join(' ').replaceAll(/\s+/g, ' ')

async function dataOf(itemId: string, format: 'csv' | 'xlsx'): Promise<Buffer> {
  const file = await makeItemData(database.db, { userId: buyer.id, itemId, format, now })
  return Buffer.from(file.bytes)
}

describe('a person’s report', () => {
  // shows: A6.8
  it('is for the buyer alone', async () => {
    const item = await buy()
    const [accessId = ''] = await completePeople(database.ownerPool, item, await crowd(1))
    const own = await makePersonReport(made(), as(buyer), accessId)
    expect((await readPdf(own.bytes)).title).toBe(`Informe de ${SECRET}`)
    expect(own.name).toBe(`Informe de ${SECRET}`)
    for (const other of [stranger, admin]) {
      await expect(makePersonReport(made(), as(other), accessId)).rejects.toThrow(MISSING)
    }
    const [waiting = ''] = await invitePeople(database.ownerPool, item, [{}])
    await expect(makePersonReport(made(), as(buyer), waiting)).rejects.toThrow('Todavía no hay respuestas')
  })

  // shows: A2.30
  it('is none while there is no answer, and one as soon as there is a written one', async () => {
    const item = await buy()
    await answerAll(database.ownerPool, 'dama-dmbok2', [item.ownAccess], [{ answers: {} }])
    const report = () => makePersonReport(made(), as(buyer), item.ownAccess)
    await expect(report()).rejects.toThrow('Todavía no hay respuestas')
    await database.ownerPool.query(
      `insert into run_answers (run_id, field, text, client_seq)
       select id, 'governance_challenges', 'Faltan dueños', 1 from assessment_runs where validated_access_id = $1`,
      [item.ownAccess],
    )
    expect(await report()).toMatchObject({ extension: 'pdf' })
  })

  // shows: A6.9
  it("of a confidential item is the buyer's own or none", async () => {
    const item = await buy('dama-dmbok2', 'confidential')
    const people = await completePeople(database.ownerPool, item, await crowd(9))
    await answerAll(database.ownerPool, 'dama-dmbok2', [item.ownAccess], await crowd(1))
    for (const accessId of people) {
      await expect(makePersonReport(made(), as(buyer), accessId)).rejects.toThrow('no hay informe de una persona')
    }
    expect(await makePersonReport(made(), as(buyer), item.ownAccess)).toMatchObject({ extension: 'pdf' })
  })
})

describe('an item’s report', () => {
  // shows: A6.8
  it('is for the buyer alone, once somebody has completed', async () => {
    const item = await buy()
    await expect(makeItemReport(made(), as(buyer), item.itemId)).rejects.toThrow(NOBODY)
    await completePeople(
      database.ownerPool,
      item,
      await crowd(12, 'dama-dmbok2', { governance_challenges: 'Nos falta' }),
    )
    const report = await makeItemReport(made(), as(buyer), item.itemId)
    const text = await textOf(report)
    expect(text).toContain('12 de 12 personas')
    // Four texts are printed, besides the quote of a theme; the others are counted.
    expect(text.split('«Nos falta')).toHaveLength(2)
    expect(text.split('Nos falta')).toHaveLength(6)
    expect(text).toContain('Y 8 respuestas más')
    expect(text).not.toContain(SECRET)
    for (const other of [stranger, admin]) {
      await expect(makeItemReport(made(), as(other), item.itemId)).rejects.toThrow(MISSING)
    }
  })

  // shows: A6.9
  it('of a confidential item needs five people, and reveals none of them', async () => {
    const item = await buy('dama-dmbok2', 'confidential')
    await completePeople(database.ownerPool, item, await crowd(4))
    await expect(makeItemReport(made(), as(buyer), item.itemId)).rejects.toThrow(WAITING)
    await expect(
      makeItemData(database.db, { userId: buyer.id, itemId: item.itemId, format: 'xlsx', now }),
    ).rejects.toThrow(WAITING)
    await completePeople(database.ownerPool, item, await crowd(3, 'dama-dmbok2', { governance_challenges: 'Secreto' }))
    await publish(database, item)
    const report = await makeItemReport(made(), as(buyer), item.itemId)
    const text = await textOf(report)
    expect(text).toContain('Grupos de 5 o más personas distintas')
    // Three have written, and not eight.
    expect(text).not.toMatch(/Secret[oa]/)
  })
})

describe('the data of an item', () => {
  // shows: A3.5
  it('has the columns and values of dama_assessments', async () => {
    const item = await buy()
    await completePeople(
      database.ownerPool,
      item,
      await crowd(3, 'dama-dmbok2', { security_risks: 'Fugas; "robos"\ny más' }),
    )
    const [head, ...rows] = parseDelimited((await dataOf(item.itemId, 'csv')).toString(), 100)
    const view = await asActor(database.db, { kind: 'user', userId: buyer.id }, async tx => {
      const { rows: found } = await sql<Record<string, unknown>>`
        select seen.* from dama_assessments seen join user_accesses access on access.id = seen.validated_access_id
        where access.order_item_id = ${item.itemId} order by seen.start_time, seen.id`.execute(tx)
      return found
    })
    expect(head).toEqual(Object.keys(view[0] ?? {}))
    expect(head).toHaveLength(18 + 40 + 16)
    const plain = (value: unknown) => (value === null ? '' : String(value))
    const dates = new Set(['start_time', 'end_time', 'created_at', 'updated_at'])
    expect(rows.map(row => row.filter((_, at) => !dates.has(head?.[at] ?? '')))).toEqual(
      view.map(run => Object.entries(run).flatMap(([name, value]) => (dates.has(name) ? [] : [plain(value)]))),
    )
    expect(rows[0]?.[head?.indexOf('end_time') ?? -1]).toMatch(/^\d\d-\d\d-\d{4} \d\d:\d\d$/)
  })

  // shows: A3.5
  it('is written for Excel in Chile, without formulas', async () => {
    const item = await buy('agilidad')
    const { rows } = await database.ownerPool.query<{ field: string }>(
      "select question ->> 'field' as field from questionnaire_versions, jsonb_path_query(content, '$.sections[*].openQuestions[*]') question where questionnaire_id = 'agilidad' and version = 1",
    )
    const open = rows.map(row => row.field)
    const texts = ['=HYPERLINK("http://x";"y")', '+1', '-1', '@SUM(A1)']
    const more = Object.fromEntries(open.map((field, at) => [field, texts[at]]))
    await completePeople(database.ownerPool, item, await crowd(1, 'agilidad', more))
    const csv = (await dataOf(item.itemId, 'csv')).toString()
    const [head = '', line = '', rest] = csv.split('\r\n')
    expect(head).toBe(
      `\uFEFFid;session_id;user_id;full_name;corporate_email;position;organizational_unit;data_role;company_name;invitation_code;validated_access_id;start_time;end_time;duration_seconds;status;current_section;created_at;updated_at;${[...(await fieldsOf('agilidad')), ...open].join(';')}`,
    )
    expect(line).toContain(`;1200;completed;1;`)
    expect(line.endsWith(`;1;2;3;4;5;6;1;2;3;4;5;6;1;2;3;4;"'=HYPERLINK(""http://x"";""y"")";'+1;'-1;'@SUM(A1)`)).toBe(
      true,
    )
    expect(rest).toBe('')
    const archive = openZip(await dataOf(item.itemId, 'xlsx'))
    const sheet = Array.from({ length: 11 }, (_, at) => archive?.read(`xl/worksheets/sheet${at + 1}.xml`) ?? '').join(
      '',
    )
    expect(sheet).toContain('=HYPERLINK')
    expect(sheet).not.toMatch(/<f[ >]/)
  })

  // shows: A3.5
  // shows: A6.8
  it('is for the buyer alone, and empty before somebody starts', async () => {
    const item = await buy('agilidad')
    await expect(
      makeItemData(database.db, { userId: buyer.id, itemId: item.itemId, format: 'csv', now }),
    ).rejects.toThrow(NOBODY)
    await completePeople(database.ownerPool, item, await crowd(1, 'agilidad'))
    for (const other of [stranger, admin]) {
      await expect(
        makeItemData(database.db, { userId: other.id, itemId: item.itemId, format: 'csv', now }),
      ).rejects.toThrow(MISSING)
    }
  })

  // shows: A6.9
  it("of a confidential item is its page's figures, without a person's row", async () => {
    const item = await buy('agilidad', 'confidential')
    await completePeople(database.ownerPool, item, await crowd(6, 'agilidad'))
    await answerAll(database.ownerPool, 'agilidad', [item.ownAccess], await crowd(1, 'agilidad'))
    await publish(database, item)
    const csv = (await dataOf(item.itemId, 'csv')).toString()
    const rows = parseDelimited(csv, 1000)
    expect(rows[0]).toEqual([
      'tipo',
      'area',
      'grupo',
      'campo',
      'pregunta',
      'opcion',
      'texto',
      'personas',
      'porcentaje',
      'promedio',
      'dispersion',
      'acuerdo',
      'acuerdo_en_palabras',
      'eta_cuadrado_areas',
      'eta_cuadrado_cargos',
      'diferencia',
      'antes',
      'cambio',
      'cambio_en_palabras',
      'cambio_desde',
      'cambio_hasta',
      'personas_en_ambas',
      'suben',
      'bajan',
      'igual',
    ])
    expect(rows[1]?.slice(0, 8)).toEqual(['general', '', '', '', '', '', '', '6'])
    const counted = rows.filter(([kind]) => kind === 'opcion')
    // Everybody in the whole, group by group.
    for (const field of await fieldsOf('agilidad')) {
      const people = counted.filter(row => row[3] === field).map(row => Number(row[7]))
      expect([0, 6]).toContain(people.reduce((sum, count) => sum + count, 0))
    }
    expect(csv).not.toMatch(/Secreta|example\.cl|AC-/)
    const bytes = await dataOf(item.itemId, 'xlsx')
    for (let at = 1; at <= 6; at += 1) {
      expect(openZip(bytes)?.read(`xl/worksheets/sheet${at}.xml`)?.toString()).not.toMatch(/Secreta|example\.cl|AC-/)
    }
  })
})
