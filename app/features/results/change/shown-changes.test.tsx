import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ConsolidatedReport } from '#app/features/results/consolidated/consolidated.ts'
import { consolidatedTable } from '#app/features/results/consolidated/consolidated-sheets.ts'
import { findConsolidated } from '#app/features/results/consolidated/find-consolidated.server.ts'
import { makeItemData } from '#app/features/results/files/make-data.server.ts'
import { makeItemReport } from '#app/features/results/files/make-report.server.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import { createLog } from '#app/platform/log/log.server.ts'
import { createPdfRenderer } from '#app/platform/pdf/pdf-renderer.server.ts'
import { readWorkbook } from '#app/platform/sheets/xlsx.server.ts'
import { completePeople } from '#tests/support/completed-people.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct, createProfile } from '#tests/support/factories.ts'
import { publish } from '#tests/support/published-rounds.ts'
import { readPdf } from '#tests/support/read-pdf.ts'
import { changeMethod, changeText, intervalText, pairsText } from './change.ts'
import { Compared } from './compared.tsx'
import { changeRows } from './comparison.ts'
import { FINISHED_TEXT, othersChangeText, questionChangeText } from './finished-actions.ts'
import { FinishedList } from './finished-list.tsx'
import { trendLine, trendRows } from './trend.ts'
import { TrendPanel } from './trend-panel.tsx'

// What is said of a change is the same on the page, on paper, in the workbook and in the CSV.

const renderer = createPdfRenderer()
let database: TestDatabase
let fields: string[]
beforeAll(async () => {
  database = await cloneDatabase()
  const { rows } = await database.ownerPool.query("select field from private.closed_fields('agilidad', 1)")
  fields = rows.map(({ field }) => field)
})
afterAll(() => Promise.all([renderer.close(), database.close()]))

/** Two purchases that the same fifteen mailboxes answered; some areas rise, one falls, and one stays. */
async function measureTwice(mode: 'nominative' | 'confidential') {
  const { id: userId } = await createProfile(database.ownerPool)
  const product = await createProduct(database.ownerPool, { questionnaireId: 'agilidad' })
  const measure = async (later: boolean) => {
    const purchase = { userId, productId: product.id, seats: 20, mode: 'business' } as const
    const item = {
      itemId: (await createPaidItem(database.ownerPool, purchase)).item_id,
      userId,
      questionnaireId: 'agilidad',
    }
    await database.ownerPool.query('update order_items set result_mode = $2 where id = $1', [item.itemId, mode])
    const option = (one: number, at: number) => {
      const before = 2 + ((one + at) % 3)
      return later ? before + ([1, -1, 0, one < 4 ? 1 : 0][Math.floor((at * 4) / fields.length)] ?? 0) : before
    }
    const ids = await completePeople(
      database.ownerPool,
      item,
      Array.from({ length: 15 }, (_, one) => ({
        answers: Object.fromEntries(fields.map((field, at) => [field, option(one, at)])),
      })),
    )
    await database.ownerPool.query(
      `update user_accesses set email = place || '@ejemplo.cl' from unnest($1::uuid[]) with ordinality as given (given_id, place)
       where id = given_id`,
      [ids],
    )
    if (mode === 'confidential') await publish(database, item)
    return item
  }
  await measure(false)
  const earlier = await measure(false)
  await database.ownerPool.query(
    `insert into plan_actions (order_item_id, field, kind, title, position, state, dropped_reason, done_at, created_at)
     select $1, field, 'find_out', title, place, state, case state when 'dropped' then 'Ya no.' end, case state when 'done' then now() end, now()
     from unnest($2::text[], $3::text[], $4::text[]) with ordinality as given (field, title, state, place)`,
    [
      earlier.itemId,
      fields.slice(0, 4),
      ['Acordar el propósito', 'Revisar el tablero', 'Sin empezar', 'Descartada'],
      ['done', 'doing', 'todo', 'dropped'],
    ],
  )
  return measure(true)
}

/** What the earlier measurement's own page shows. */
async function earlierFigures({ comparison }: Pick<ConsolidatedReport, 'comparison'>, userId: string) {
  const found = await findConsolidated(database.db, userId, comparison?.baseline.order_item_id ?? '')
  if (!found?.figures) throw new Error('The earlier measurement has no figures')
  return found.figures
}

const dense = (text: string): string => text.replaceAll(/\s+/g, '')

it.each(['nominative', 'confidential'] as const)('of a %s purchase', { timeout: 90_000 }, async mode => {
  const { itemId, userId } = await measureTwice(mode)
  const report = await findConsolidated(database.db, userId, itemId, { withTrend: true })
  const comparison = report?.comparison
  if (!report?.figures || !comparison) throw new Error('There is no comparison')
  const Page = createRoutesStub([{ path: '/', Component: () => <Compared {...report} people={15} /> }])
  const page = dense(renderToStaticMarkup(<Page />).replaceAll(/<[^>]+>/g, ' '))
  const made = { db: database.db, pdf: renderer, log: createLog('info', () => undefined), now: new Date() }
  const file = await makeItemReport(made, { id: userId, company: null }, itemId)
  const pdf = dense((await readPdf(file.bytes)).pages.join(' '))
  const workbook = readWorkbook(
    Buffer.from((await makeItemData(database.db, { userId, itemId, format: 'xlsx', now: new Date() })).bytes),
    {
      mostRows: 1000,
      numbers: 'exact',
    },
  )
  if (!workbook.ok) throw new Error('There is no workbook')
  const [head, ...sheet] =
    workbook.value.sheets.find(({ name }) => name === 'Comparación')?.rows.map(({ cells }) => cells) ?? []
  expect(head?.slice(0, 4)).toEqual(['Área', 'Antes', 'Ahora', 'Cambio'])
  const rows = changeRows(comparison)
  expect(rows).toHaveLength(5)
  for (const [at, row] of rows.entries()) {
    const { area, before, now, change, interval, pairs } = row
    const said = [
      formatLevel(before),
      formatLevel(now),
      changeText(row),
      intervalText(interval),
      pairsText(pairs) ?? '',
    ]
    expect(pdf).toContain(dense([area, ...said].join('')))
    // On the page a value has its label beside it, for phones.
    const labels = ['Antes', 'Ahora', 'Cambio', 'Intervalo de 95%', pairs ? 'Personas' : '']
    expect(page).toContain(dense([area, ...said.map((text, place) => `${labels[place]}${text}`)].join('')))
    const cells = [area, before, now, change, changeText(row), interval?.low, interval?.high]
    const counted = pairs ? [pairs.people, pairs.up, pairs.down, pairs.same] : []
    expect(sheet[at]?.slice(0, cells.length + counted.length)).toEqual(
      [...cells, ...counted].map(cell => String(cell ?? '')),
    )
  }
  for (const text of changeMethod(comparison.method)) {
    for (const shown of [page, pdf, dense(JSON.stringify(sheet))]) expect(shown).toContain(dense(text))
  }
  const csv = consolidatedTable({ ...report, figures: report.figures })
  const lines = csv.slice(1).map(cells => Object.fromEntries(cells.map((cell, at) => [csv[0]?.[at], cell])))
  expect(
    lines
      .filter(({ tipo }) => tipo === 'cambio')
      .map(line => [line.area, line.antes, line.promedio, line.cambio_en_palabras, line.cambio_desde]),
  ).toEqual(
    rows.map((row, at) => [at === 0 ? null : row.area, row.before, row.now, changeText(row), row.interval?.low]),
  )
  // The first question's action is finished, the second's under way: the others of the area are those that remain.
  const [finished, ...more] = comparison.finished?.actions ?? []
  if (!finished) throw new Error('No action is finished')
  expect(more).toEqual([])
  const [area, earlierArea] = [report.figures.sections[0], (await earlierFigures(report, userId)).sections[0]]
  const changes = (area?.questions ?? []).map(({ field, mean }) => {
    const before = earlierArea?.questions.find(each => each.field === field)?.mean ?? 0
    return (mean ?? 0) - before
  })
  const others = changes.slice(2)
  expect(finished.change).toBeCloseTo(changes[0] ?? 0, 6)
  expect(finished.others?.questions).toBe(others.length)
  expect(
    Math.abs((finished.others?.change ?? 9) - others.reduce((sum, one) => sum + one, 0) / others.length),
  ).toBeLessThan(0.0501)
  const List = createRoutesStub([
    { path: '/', Component: () => comparison.finished && <FinishedList finished={comparison.finished} /> },
  ])
  const list = dense(renderToStaticMarkup(<List />).replaceAll(/<[^>]+>/g, ' '))
  const finishedCells = workbook.value.sheets.find(({ name }) => name === 'Acciones hechas')?.rows[1]?.cells
  expect(finishedCells?.slice(0, 7)).toEqual(
    [
      'Acordar el propósito',
      finished.area,
      finished.number,
      finished.question,
      finished.before.mean,
      finished.now.mean,
      finished.change,
    ].map(String),
  )
  for (const text of [
    FINISHED_TEXT,
    'Acordar el propósito',
    questionChangeText(finished),
    othersChangeText(finished),
  ]) {
    for (const shown of [list, pdf]) expect(shown).toContain(dense(text))
  }
  const { trend } = report
  const line = trend && trendLine(trend)
  if (!trend || !line) throw new Error('There is no trend')
  const Trends = createRoutesStub([{ path: '/', Component: () => <TrendPanel trend={trend} /> }])
  const trends = dense(renderToStaticMarkup(<Trends />).replaceAll(/<[^>]+>/g, ' '))
  const dates = trend.measurements.map(({ measured_at }) => formatDate(measured_at))
  for (const { name, cells } of trendRows(trend)) {
    expect(pdf).toContain(dense([name, ...cells].join('')))
    expect(trends).toContain(dense([name, ...cells.map((text, place) => `${dates[place]}${text}`)].join('')))
  }
  expect((await readPdf(file.bytes)).structure.map(({ alt }) => alt)).toContain(line.alt)
  const trendHead = sheet.findIndex(([first]) => first === 'Fecha')
  expect(sheet.slice(trendHead, trendHead + 4).map(cells => cells.slice(1))).toEqual([
    ['Personas', 'Nivel general', ...trend.areas, 'Ronda', 'Orden'],
    ...trend.measurements.map(each =>
      [
        each.people,
        each.overall.mean,
        ...each.sections.map(({ mean }) => mean),
        each.round ?? '',
        each.order_number,
      ].map(String),
    ),
  ])
  const words = rows.map(row => changeText(row).split(' ')[0])
  expect(words.slice(1, 4)).toEqual(['Sube', 'Baja', 'Sin'])
  expect(comparison.method).toBe(mode === 'nominative' ? 'paired' : 'shown')
})
