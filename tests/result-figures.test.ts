import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKey } from '#app/features/integrations/manage-keys.server.ts'
import { parseDelimited } from '#app/platform/sheets/delimited.ts'
import { readWorkbook } from '#app/platform/sheets/xlsx.server.ts'
import { openZip } from '#app/platform/sheets/zip.server.ts'
import { completePeople } from './support/completed-people.ts'
import { cloneDatabase, type TestDatabase } from './support/database.ts'
import { createPaidItem, createProduct, createProfile } from './support/factories.ts'
import { type HttpVisitor, signedInVisitor } from './support/http-visitor.ts'
import { publish } from './support/published-rounds.ts'
import { readPdf } from './support/read-pdf.ts'
import {
  type Recomputed,
  type RecomputedEvidence,
  type RecomputedPerson,
  recomputeChange,
  recomputeResults,
} from './support/recompute-results.ts'
import { type ShopProcess, startShop } from './support/shop-process.ts'

// The figures that a buyer sees, over HTTP: page, PDF, XLSX, CSV and API, against code that shares nothing with the shop.

const QUESTIONNAIRE = 'dama-dmbok2'
const AREAS = ['Ventas', 'Operaciones', 'Finanzas']
/** The views of a page of results. */
const VIEWS = ['resumen', 'directorio', 'plan', 'areas', 'grupos', 'preguntas', 'cambio']

let database: TestDatabase
let dataDir: string
let shop: ShopProcess
let buyer: HttpVisitor
let buyerId: string
let productId: string
let key: string
let fields: string[]

beforeAll(async () => {
  database = await cloneDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'alhena-figures-'))
  shop = await startShop({ DATABASE_URL: database.address, DATA_DIR: dataDir, DEMO: '1', LOG_LEVEL: 'warn' })
  buyer = await signedInVisitor(shop.url, dataDir, 'compradora@example.cl')
  const found = await database.ownerPool.query<{ id: string }>(
    "select id from profiles where email = 'compradora@example.cl'",
  )
  buyerId = found.rows[0]?.id ?? ''
  productId = (await createProduct(database.ownerPool, { questionnaireId: QUESTIONNAIRE })).id
  const { rows } = await database.ownerPool.query<{ field: string }>('select field from private.closed_fields($1, 1)', [
    QUESTIONNAIRE,
  ])
  fields = rows.map(row => row.field)
  const admin = await createProfile(database.ownerPool, { role: 'admin' })
  const actor = { kind: 'admin' as const, userId: admin.id }
  const form = { name: 'Sistema', scopes: ['results:read' as const], days: '0' as const }
  key = (await createKey(database.db, { actor, form, now: new Date() })).key
}, 180_000)

afterAll(async () => {
  await shop?.end('SIGINT')
  await database?.close()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

/**
 * People of three areas. Each question has a centre of its own; every ninth splits them, every eleventh is little known, one has the same
 * answer of all, and some are skipped.
 * @param shift how far the centres have moved, in levels
 */
function answerAll(count: number, shift: number): RecomputedPerson[] {
  return Array.from({ length: count }, (_, person) => ({
    area: AREAS[person % AREAS.length] ?? '',
    answers: Object.fromEntries(
      fields.flatMap((field, at): [string, number][] => {
        const draw = (person * 7919 + at * 104_729 + shift * 31 + person * at * 17) % 101
        if (at === 12) return [[field, 3]]
        if (draw < 3) return []
        if (at % 9 === 4) return [[field, (person + at) % 2 === 0 ? 1 : 5]]
        if (draw < (at % 11 === 5 ? 45 : 9)) return [[field, 6]]
        const away = (draw % 5) - 2 + (person % AREAS.length) - 1
        return [[field, Math.min(5, Math.max(1, 2 + shift + (at % 3) + Math.trunc(away / 2)))]]
      }),
    ),
  }))
}

/** Some of these people show some of their answers, of any level, by a note or a link. */
const withEvidence = (people: readonly RecomputedPerson[]): RecomputedPerson[] =>
  people.map((person, one) => ({
    ...person,
    shown: Object.fromEntries(
      fields.flatMap((field, at): [string, string][] =>
        (one * 5 + at * 3) % 7 < 2 && person.answers[field] !== undefined
          ? [[field, one % 2 === 0 ? `Nota secreta ${one}` : `https://secreto.example/${one}/${at}`]]
          : [],
      ),
    ),
  }))

async function buy(people: readonly RecomputedPerson[], mode: 'nominative' | 'confidential' = 'nominative') {
  const { item_id: itemId } = await createPaidItem(database.ownerPool, {
    userId: buyerId,
    productId,
    seats: 20,
    mode: 'business',
  })
  await database.ownerPool.query('update order_items set result_mode = $2 where id = $1', [itemId, mode])
  const item = { itemId, userId: buyerId, questionnaireId: QUESTIONNAIRE }
  const accessIds = await completePeople(
    database.ownerPool,
    item,
    people.map(({ answers, shown = {}, ...person }) => ({
      ...person,
      answers: {
        ...answers,
        ...Object.fromEntries(
          Object.entries(shown).map(([field, text]) => [
            `${field}:${text.startsWith('https:') ? 'link' : 'note'}`,
            text,
          ]),
        ),
      },
    })),
  )
  if (mode === 'confidential') await publish(database, item)
  return { itemId, accessIds }
}

async function read(path: string): Promise<Buffer> {
  const answer = await buyer.get(path)
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}

async function readSheets(itemId: string): Promise<Map<string, Record<string, string>[]>> {
  const file = await read(`/account/items/${itemId}/data/xlsx`)
  const workbook = readWorkbook(file, { mostRows: 1000, numbers: 'exact' })
  if (!workbook.ok) throw new Error('The workbook could not be read')
  return new Map(
    workbook.value.sheets.map(({ name, rows: [head, ...rows] }) => [
      name,
      rows.map(row => Object.fromEntries((head?.cells ?? []).map((label, at) => [label, row.cells[at] ?? '']))),
    ]),
  )
}

/** What a cell of the workbook, or of the CSV with its comma, shows. */
const cell = (figure: number | null | undefined, isConfidential: boolean): string =>
  figure === null || figure === undefined ? (isConfidential ? 'sin detalle' : '') : String(figure)

/** 2.8 as it is read: `2,8`. */
const spoken = (figure: number | null): string => (figure === null ? 'Sin nivel' : figure.toFixed(1).replace('.', ','))

/** The same in a table, where there is a dash or a reason instead. */
const shown = (figure: number | null): string => (figure === null ? '(?:–|sindetalle)' : spoken(figure))

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
const dense = (text: string): string => text.replaceAll(/\s+/g, '')

/** The texts of a page's views, one after the other, without spaces. */
const readPage = (path: string): Promise<string> => readText(VIEWS.map(view => `${path}?vista=${view}`))

async function readText(paths: readonly string[]): Promise<string> {
  const views = await Promise.all(paths.map(async path => (await read(path)).toString()))
  return dense(
    views
      .map(html => html.replaceAll(/<script[\s\S]*?<\/script>/g, '').replaceAll(/<[^>]+>/g, ' '))
      .join(' ')
      .replaceAll('&#x27;', "'")
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&'),
  )
}

const readPaper = async (path: string): Promise<string> => dense((await readPdf(await read(path))).pages.join('\n'))

/** The general level and those of the areas as the first chart of the presentation draws them. */
async function readChart(itemId: string): Promise<(number | null)[]> {
  const archive = openZip(await read(`/account/items/${itemId}/slides`))
  const relations = archive?.read('ppt/slides/_rels/slide1.xml.rels')?.toString() ?? ''
  const [, name = ''] = /Target="\/ppt\/(charts\/[^"]+)"/.exec(relations) ?? []
  const chart = archive?.read(`ppt/${name}`)?.toString() ?? ''
  const series = chart.split('<c:ser>').find(part => part.includes('<c:v>Ahora</c:v>')) ?? ''
  const [, values = ''] = /<c:val>(.*?)<\/c:val>/s.exec(series) ?? []
  return [...values.matchAll(/<c:pt idx="\d+">\s*<c:v>([^<]*)<\/c:v>/g)].map(([, value = '']) =>
    value === '' ? null : Number(value),
  )
}

/** The one page on screen and paper, where an earlier level may stand before, and the presentation. */
async function expectBoard(itemId: string, mine: Recomputed): Promise<void> {
  const page = await readText([`/account/items/${itemId}/results?vista=directorio`])
  const paper = await readPaper(`/account/items/${itemId}/board`)
  for (const { title, mean } of [{ title: 'Nivel general', mean: mine.overall.mean }, ...mine.areas]) {
    for (const text of [page, paper])
      expect(text).toMatch(new RegExp(`${escaped(dense(title))}(?:\\d,\\d|–)?${shown(mean)}`))
  }
  for (const { name, means } of mine.groups)
    for (const text of [page, paper])
      expect(text).toMatch(new RegExp(`${name}\\d+personas${means.map(shown).join('')}`))
  expect(await readChart(itemId)).toEqual([mine.overall.mean, ...mine.areas.map(({ mean }) => mean)])
}

/** Titles in this order, from the first place where the first one stands. */
function expectOrder(text: string, titles: readonly string[]): void {
  const places = [...text.matchAll(new RegExp(escaped(dense(titles[0] ?? '')), 'g'))].map(({ index }) => index)
  const isOrdered = places.some(place =>
    titles.every(title => {
      const found = text.indexOf(dense(title), place)
      place = found
      return found >= 0
    }),
  )
  expect(isOrdered, titles.join(' · ')).toBe(true)
}

/** The level of each area right after its title, and the actions in their order. */
function expectFigures(text: string, { overall, areas, actions }: Recomputed): void {
  expect(text).toContain(`Nivelgeneral${spoken(overall.mean)}`)
  for (const { title, mean } of areas) {
    const figures = [...text.matchAll(new RegExp(`${escaped(dense(title))}\\D{0,40}?(\\d,\\d)`, 'g'))]
    expect(figures.map(([, figure]) => figure)).toContain(spoken(mean))
  }
  expectOrder(
    text,
    actions.map(({ title }) => title),
  )
}

function expectSheets(sheets: Map<string, Record<string, string>[]>, mine: Recomputed, isConfidential = false): void {
  const facts = new Map((sheets.get('Resumen') ?? []).map(({ Dato = '', Valor = '' }) => [Dato, Valor]))
  expect(facts.get('Nivel general')).toBe(cell(mine.overall.mean, isConfidential))
  expect(facts.get('Dispersión')).toBe(cell(mine.overall.deviation, false))
  expect(
    sheets.get('Áreas')?.map(row => ({
      title: row.Área,
      mean: row.Promedio,
      level: row.Nivel,
      target: row.Objetivo,
      distance: row.Distancia,
      deviation: row.Dispersión,
      unknownPercent: row['Porcentaje «No sé»'],
      low: row['Preguntas con acuerdo bajo'],
      measured: row['Preguntas medidas'],
    })),
  ).toEqual(
    mine.areas.map(area => ({
      title: area.title,
      mean: cell(area.mean, isConfidential),
      level: cell(area.level, false),
      target: String(area.target),
      distance: cell(area.distance, false),
      deviation: cell(area.deviation, false),
      unknownPercent: String(area.unknownPercent),
      low: area.measured === 0 ? '' : String(area.low),
      measured: String(area.measured),
    })),
  )
  expect(
    sheets
      .get('Preguntas')
      ?.map(row => [
        row.Número,
        row.Campo,
        row.Promedio,
        row.Dispersión,
        row['Acuerdo (0 a 1)'],
        ...[1, 2, 3, 4, 5].map(level => row[`Nivel ${level}`]),
        row['No sé'],
      ]),
  ).toEqual(
    mine.questions.map(question => [
      String(question.number),
      question.field,
      cell(question.mean, isConfidential),
      cell(question.deviation, false),
      cell(question.agreement, false),
      ...[0, 1, 2, 3, 4, 5].map(option => cell(question.people[option], false)),
    ]),
  )
  expect(
    sheets
      .get('Plan')
      ?.map(row => [
        row.Acción,
        row.Tipo,
        row.Área,
        row['Nivel de hoy'],
        row['Nivel de llegada'],
        row.Impacto,
        row['Esfuerzo en días'],
      ]),
  ).toEqual(
    mine.actions.map(({ title, kind, area, reached, goal, impact, effort }) => [
      title,
      kind,
      area,
      ...[reached, goal, impact, effort].map(figure => cell(figure, false)),
    ]),
  )
  const groups = new Map(
    (sheets.get('Grupos') ?? [])
      .filter(row => row['Agrupado por'] === 'Área de la organización')
      .map(row => [row.Grupo, row]),
  )
  for (const { name, people, means } of mine.groups) {
    const row = groups.get(name) ?? {}
    expect([name, row.Personas, row['Nivel general'], ...mine.areas.map(({ title }) => row[title])]).toEqual([
      name,
      String(people),
      ...means.map(mean => cell(mean, isConfidential)),
    ])
  }
}

describe('a nominative purchase of fifteen people', () => {
  let itemId: string
  let people: RecomputedPerson[]
  let mine: Recomputed

  beforeAll(async () => {
    people = withEvidence(answerAll(15, 0))
    ;({ itemId } = await buy(people))
    mine = recomputeResults(QUESTIONNAIRE, people)
  })

  it('has something to do, to agree and to find out', () => {
    expect(new Set(mine.actions.map(({ kind }) => kind))).toEqual(new Set(['Hacer', 'Acordar', 'Averiguar']))
  })

  it('has its figures on the page and in the PDF', async () => {
    expectFigures(await readPage(`/account/items/${itemId}/results`), mine)
    expectFigures(await readPaper(`/account/items/${itemId}/report`), mine)
  })

  it('has its figures on the one page and in the presentation', () => expectBoard(itemId, mine))

  it('has its figures in the workbook', async () => {
    expectSheets(await readSheets(itemId), mine)
  })

  it('says which answers at levels 4 and 5 nobody showed, on the page, in the PDF and in the workbook', async () => {
    const sheets = await readSheets(itemId)
    const cells = ({ without, of }: RecomputedEvidence) => (of === 0 ? ['', ''] : [String(of), String(without)])
    const counted = (sheet: string) => sheets.get(sheet)?.map(row => [row['Niveles 4 y 5'], row['Sin evidencia']])
    expect(counted('Preguntas')).toEqual(mine.questions.map(({ evidence }) => cells(evidence)))
    expect(counted('Áreas')).toEqual(mine.areas.map(({ evidence }) => cells(evidence)))
    const all = mine.areas.reduce((sum, { evidence }) => sum + evidence.of, 0)
    const without = mine.areas.reduce((sum, { evidence }) => sum + evidence.without, 0)
    expect(without).toBeGreaterThan(0)
    expect(without).toBeLessThan(all)
    const paper = await readPaper(`/account/items/${itemId}/report`)
    expect(paper).toContain(dense(`Sin evidencia: ${without} de ${all} respuestas en niveles 4 y 5.`))
    const spaced = (await readPdf(await read(`/account/items/${itemId}/report`))).pages.join('\n')
    for (const text of [await readPage(`/account/items/${itemId}/results`), spaced]) {
      const shown = [...text.matchAll(/sin\s*evidencia:\s*(\d+)\s*de\s*(\d+)/g)].map(([, n, m]) => `${n} ${m}`)
      const expected = [...mine.areas, ...mine.questions].flatMap(({ evidence }) =>
        evidence.of === 0 ? [] : [`${evidence.without} ${evidence.of}`],
      )
      expect(shown.toSorted()).toEqual(expected.toSorted())
      // Nobody's note or link is on a page about all.
      expect(text).not.toMatch(/secret[ao]/)
    }
  })

  it("has each person's notes and links in the workbook and the CSV", async () => {
    const given = people.flatMap(({ shown }) => Object.values(shown ?? {})).toSorted()
    const rows = (await readSheets(itemId)).get('Personas') ?? []
    const told = rows.flatMap(row =>
      Object.entries(row).flatMap(([label, text]) => (/:/.test(label) && text ? [text] : [])),
    )
    expect(told.toSorted()).toEqual(given)
    const csv = (await read(`/account/items/${itemId}/data/csv`)).toString()
    for (const text of given) expect(csv).toContain(text)
  })

  it('has the answers in the CSV that the figures come from', async () => {
    const text = (await read(`/account/items/${itemId}/data/csv`)).toString().replace('\uFEFF', '')
    const [head = [], ...rows] = text
      .trimEnd()
      .split('\r\n')
      .map(line => line.split(';'))
    const answers = rows.map(row =>
      Object.fromEntries(
        fields.flatMap(field => (row[head.indexOf(field)] ? [[field, Number(row[head.indexOf(field)])]] : [])),
      ),
    )
    const unordered = (some: readonly unknown[]) => some.map(each => JSON.stringify(each)).toSorted()
    expect(unordered(answers)).toEqual(unordered(people.map(person => person.answers)))
  })

  it('has its figures in the API', async () => {
    const answer = await fetch(`${shop.url}/api/v1/consolidated/${itemId}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    expect(await answer.json()).toMatchObject({
      people: 15,
      overall_level: mine.overall.mean,
      sections: mine.areas.map(area => ({
        title: area.title,
        level: area.mean,
        agreement: { low: area.low, measured: area.measured },
        evidence: area.evidence.of === 0 ? null : area.evidence,
      })),
    })
  })
})

/** 97.5 % quantile of Student's t with 14 degrees of freedom, from printed tables. */
const T_14 = 2.144787

describe('the same fifteen people a second time', () => {
  it('have the change that their differences have, on the page and in the workbook', async () => {
    const earlier = answerAll(15, 0)
    const later = answerAll(15, 1)
    const first = await buy(earlier)
    await database.ownerPool.query(
      "update orders set created_at = created_at - interval '1 year' where id = (select order_id from order_items where id = $1)",
      [first.itemId],
    )
    const second = await buy(later)
    await database.ownerPool.query(
      `update user_accesses later set email = earlier.email from user_accesses earlier
       where later.order_item_id = $2 and earlier.order_item_id = $1 and later.invitee_name = earlier.invitee_name`,
      [first.itemId, second.itemId],
    )
    const [before, now] = [earlier, later].map(people => recomputeResults(QUESTIONNAIRE, people).levels)
    const rows = (await readSheets(second.itemId)).get('Comparación') ?? []
    const page = await readPage(`/account/items/${second.itemId}/results`)
    const areas = recomputeResults(QUESTIONNAIRE, later).areas.map(({ title }) => title)
    for (const [id, title] of ['Nivel general', ...areas].entries()) {
      const change = recomputeChange(before?.get(id) ?? [], now?.get(id) ?? [], T_14)
      const row = rows.find(each => each.Área === title) ?? {}
      expect([
        title,
        Number(row['Intervalo de 95%, desde']).toFixed(2),
        Number(row['Intervalo de 95%, hasta']).toFixed(2),
      ]).toEqual([title, change.low.toFixed(2), change.high.toFixed(2)])
      expect([title, row.Suben, row.Bajan]).toEqual([title, String(change.up), String(change.down)])
      const isChange = (change.low > 0 || change.high < 0) && Math.abs(Number(row.Cambio)) >= 0.3
      expect(row['Cambio en palabras']).toMatch(isChange ? (change.mean > 0 ? /^Sube/ : /^Baja/) : /^Sin cambio claro/)
      expect(page).toContain(dense(`${title}`))
      expect(page).toContain(dense(row['Cambio en palabras'] ?? 'nothing'))
    }
  })
})

describe('a confidential purchase of fifteen people', () => {
  let itemId: string
  let mine: Recomputed

  beforeAll(async () => {
    const people = withEvidence(answerAll(15, 0))
    ;({ itemId } = await buy(people, 'confidential'))
    mine = recomputeResults(QUESTIONNAIRE, people, { isConfidential: true })
  })

  it('has its figures on the page and in the PDF', async () => {
    expectFigures(await readPage(`/account/items/${itemId}/results`), mine)
    expectFigures(await readPaper(`/account/items/${itemId}/report`), mine)
  })

  it('has its figures on the one page and in the presentation', () => expectBoard(itemId, mine))

  it('has its figures in the workbook', async () => {
    expectSheets(await readSheets(itemId), mine, true)
  })

  it('has its figures in the CSV', async () => {
    const text = (await read(`/account/items/${itemId}/data/csv`)).toString().replace('\uFEFF', '')
    const [head = [], ...rows] = parseDelimited(text, 10_000)
    const named = rows.map(row => Object.fromEntries(head.map((label, at) => [label, row[at] ?? ''])))
    const figuresOf = (kind: string) => named.filter(({ tipo }) => tipo === kind).map(({ promedio }) => promedio)
    const written = (mean: number | null) => cell(mean, true).replace('.', ',')
    expect(figuresOf('general')).toEqual([written(mine.overall.mean)])
    expect(figuresOf('area')).toEqual(mine.areas.map(({ mean }) => written(mean)))
    expect(figuresOf('pregunta')).toEqual(mine.questions.map(({ mean }) => written(mean)))
  })

  it('has no evidence anywhere, not even where some is stored', async () => {
    for (const text of [
      await readPage(`/account/items/${itemId}/results`),
      await readPaper(`/account/items/${itemId}/report`),
      dense((await read(`/account/items/${itemId}/data/csv`)).toString()),
      dense(JSON.stringify([...(await readSheets(itemId))])),
    ]) {
      expect(text).not.toMatch(/sin\s*evidencia|secret[ao]/i)
    }
  })

  it('is not in the API', async () => {
    const answer = await fetch(`${shop.url}/api/v1/consolidated/${itemId}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    expect(answer.status).toBe(404)
  })
})

describe('one person', () => {
  let itemId: string
  let accessId: string
  let mine: Recomputed

  beforeAll(async () => {
    const people = answerAll(3, 0).slice(2)
    const bought = await buy(people)
    itemId = bought.itemId
    accessId = bought.accessIds[0] ?? ''
    mine = recomputeResults(QUESTIONNAIRE, people)
  })

  it('has their figures on their page and in their PDF', async () => {
    expectFigures(await readPage(`/account/results/${accessId}`), mine)
    expectFigures(await readPaper(`/account/results/${accessId}/report`), mine)
  })

  it('has them in the workbook', async () => {
    expectSheets(await readSheets(itemId), mine)
  })
})
