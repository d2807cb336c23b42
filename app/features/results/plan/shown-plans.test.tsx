import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findConsolidated } from '#app/features/results/consolidated/find-consolidated.server.ts'
import { makeItemData } from '#app/features/results/files/make-data.server.ts'
import { makeItemReport, makePersonReport } from '#app/features/results/files/make-report.server.ts'
import { sampleDocument } from '#app/features/results/files/sample-document.ts'
import { findResults } from '#app/features/results/find-results.server.ts'
import { ResultHead } from '#app/features/results/result-head.tsx'
import { chooseResultMode } from '#app/features/results/rounds/publish-results.server.ts'
import { createLog } from '#app/platform/log/log.server.ts'
import { createPdfRenderer } from '#app/platform/pdf/pdf-renderer.server.ts'
import { readWorkbook } from '#app/platform/sheets/xlsx.server.ts'
import { completePeople } from '#tests/support/completed-people.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct, createProfile, type TestProfile } from '#tests/support/factories.ts'
import { publish } from '#tests/support/published-rounds.ts'
import { readPdf } from '#tests/support/read-pdf.ts'
import { makePlan } from './action-plan.ts'
import { planned } from './plan.test-support.ts'
import { countsFromAnswers } from './plan-counts.ts'
import { planChapter } from './plan-files.ts'
import {
  actionAnchor,
  actionTitle,
  decisionWhen,
  listMeans,
  listProofs,
  measureTexts,
  reasonText,
  type ShownPlan,
  subjectText,
} from './plan-texts.ts'
import { PlanView } from './plan-view.tsx'

const renderer = createPdfRenderer()
let database: TestDatabase
let buyer: TestProfile
beforeAll(async () => {
  database = await cloneDatabase()
  buyer = await createProfile(database.ownerPool)
})
afterAll(() => Promise.all([renderer.close(), database.close()]))

async function buy(questionnaireId: string) {
  const product = await createProduct(database.ownerPool, { questionnaireId })
  const purchase = { userId: buyer.id, productId: product.id, seats: 20, mode: 'business' } as const
  const { item_id } = await createPaidItem(database.ownerPool, purchase)
  return { itemId: item_id, userId: buyer.id, questionnaireId }
}

/** People who differ from question to question, so that there is something to do, to agree and to find out. */
function crowd(questionnaireId: string, count: number) {
  const { questionnaire } = planned.find(({ id }) => id === questionnaireId) ?? { questionnaire: { sections: [] } }
  const fields = questionnaire.sections.flatMap(({ questions }) => questions.map(({ field }) => field))
  const option = (person: number, at: number): number => {
    if (at % 7 === 0) return person % 2 === 0 ? 1 : 5
    if (at % 5 === 0 && person % 3 === 0) return 6
    return 1 + ((at + (person % 3 === 0 ? 1 : 0)) % 3)
  }
  return Array.from({ length: count }, (_, person) => ({
    answers: Object.fromEntries(fields.map((field, at) => [field, option(person, at)])),
  }))
}

const made = () => ({ db: database.db, pdf: renderer, log: createLog('info', () => undefined), now: new Date() })
const reader = () => ({ id: buyer.id, company: null })

/** Lines break anywhere: texts are compared without the space between their words. */
const dense = (text: string): string => text.replaceAll(/\s+/g, '')

const plainText = (html: string): string =>
  dense(
    html
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll('&quot;', '"')
      .replaceAll('&#x27;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  )

/** All that is said of each action, in order. */
const listTexts = (plan: ShownPlan, people: number): string[][] =>
  plan.actions.map(action => [
    actionTitle(action),
    subjectText(action),
    ...measureTexts(action),
    ...[reasonText(action, people), action.start, action.facilitator].flatMap(text => text ?? []),
    ...(action.step?.how ?? []),
    ...action.recommendations,
    ...[...listProofs(action), ...listMeans(action, plan)].flatMap(({ label, lines }) => [label, ...lines]),
  ])

const lacking = (text: string, said: readonly string[][]) => said.flat().filter(part => !text.includes(dense(part)))

/** Each action's title stands after that of the one before. */
function expectOrder(text: string, plan: ShownPlan): void {
  let at = 0
  for (const action of plan.actions) {
    const found = text.indexOf(dense(actionTitle(action)), at)
    expect(found, actionTitle(action)).toBeGreaterThanOrEqual(at)
    at = found + 1
  }
}

const readPage = (plan: ShownPlan, people: number): string =>
  plainText(renderToStaticMarkup(<PlanView plan={{ ...plan, work: undefined }} people={people} mean={2} />))

const readPaper = async (file: { bytes: Uint8Array }): Promise<string> =>
  dense((await readPdf(file.bytes)).pages.join('\n').replaceAll(/\nPágina \d+ de \d+/g, ''))

async function readPlanSheet(itemId: string): Promise<(string | undefined)[][]> {
  const file = await makeItemData(database.db, { userId: buyer.id, itemId, format: 'xlsx', now: new Date() })
  const read = readWorkbook(Buffer.from(file.bytes), { mostRows: 100, numbers: 'exact' })
  const sheet = read.ok ? read.value.sheets.find(({ name }) => name === 'Plan') : undefined
  return sheet?.rows.map(({ cells }) => [...cells]) ?? []
}

describe('page, document and sheet show the same actions', () => {
  it.each([
    ['nominative', 'dama-dmbok2'],
    ['confidential', 'dama-dmbok2'],
    ['nominative', 'agilidad'],
    ['confidential', 'seguridad-psicologica-equipos'],
    ['nominative', 'liderazgo-360'],
  ] as const)('of a %s team with %s', async (mode, questionnaireId) => {
    const item = await buy(questionnaireId)
    if (mode === 'confidential') await chooseResultMode(database.db, { ...item, mode })
    await completePeople(database.ownerPool, item, crowd(questionnaireId, 9))
    if (mode === 'confidential') await publish(database, item)
    const found = await findConsolidated(database.db, buyer.id, item.itemId, { withPlan: true })
    const { plan, figures } = found ?? {}
    if (!plan || !figures) throw new Error('There is no plan')
    expect(plan.actions.length).toBeGreaterThan(4)
    const said = listTexts(plan, figures.people)
    const page = readPage(plan, figures.people)
    const paper = await readPaper(await makeItemReport(made(), reader(), item.itemId))
    for (const text of [page, paper]) {
      expect(lacking(text, said)).toEqual([])
      expectOrder(text, plan)
      for (const decision of plan.decisions) {
        expect(lacking(text, [[decision.title, decision.ask, decisionWhen(decision)]])).toEqual([])
      }
    }
    const [head = [], ...rows] = await readPlanSheet(item.itemId)
    const column = (label: string) => rows.map(row => row[head.indexOf(label)] ?? '')
    const numberOrNothing = (value: number | null) => (value === null ? '' : String(value))
    expect(column('Acción')).toEqual(plan.actions.map(actionTitle))
    expect(column('Número de pregunta')).toEqual(plan.actions.map(({ number }) => String(number)))
    expect(column('Nivel de hoy')).toEqual(plan.actions.map(({ reached }) => numberOrNothing(reached)))
    expect(column('Nivel de llegada')).toEqual(plan.actions.map(({ goal }) => numberOrNothing(goal)))
    expect(column('Impacto')).toEqual(plan.actions.map(({ impact }) => numberOrNothing(impact)))
    expect(column('Esfuerzo en días')).toEqual(plan.actions.map(({ effort }) => numberOrNothing(effort)))
    expect(column('Esta semana')).toEqual(plan.actions.map(({ start }) => start ?? ''))
    const steps = renderToStaticMarkup(
      <MemoryRouter initialEntries={['/r?ronda=2&pagina=3&vista=areas']}>
        <ResultHead result={figures} plan={plan} />
      </MemoryRouter>,
    )
    expect(steps).toContain('href="/r?ronda=2&amp;vista=plan#accion-')
    expect([...steps.matchAll(/#(accion-[^"]+)"/g)].map(([, anchor]) => anchor)).toEqual(
      plan.actions.slice(0, 3).map(actionAnchor),
    )
  })

  it.each(['dama-dmbok2', 'alfabetizacion-datos'])('of one person with %s', async questionnaireId => {
    const item = await buy(questionnaireId)
    const [access = ''] = await completePeople(database.ownerPool, item, crowd(questionnaireId, 1))
    const found = await findResults(database.db, buyer.id, access, { withPlan: true })
    const plan = found.state === 'found' ? found.results.plan : undefined
    if (!plan) throw new Error('There is no plan')
    expect(plan.actions.length).toBeGreaterThan(4)
    const said = listTexts(plan, 1)
    expect(lacking(readPage(plan, 1), said)).toEqual([])
    const paper = await readPaper(await makePersonReport(made(), reader(), access))
    expect(lacking(paper, said)).toEqual([])
    expectOrder(paper, plan)
  })
})

it.each(planned)('no page of a document with the plan of $id is nearly empty', async ({ id, questionnaire, plan }) => {
  for (const [person, { answers }] of crowd(id, 2).entries()) {
    const sampled = { slug: 'a', name: questionnaire.title, questionnaire, plan }
    const sample = sampleDocument(sampled, { brand: 'Alhena', author: 'Vendedora SpA', now: new Date() })
    const counts = countsFromAnswers(questionnaire, answers)
    const made = makePlan({ questionnaire, plan, counts, people: 1, mode: 'nominative' })
    const chapters = sample.content.chapters.map(chapter =>
      chapter.title === 'Plan' ? planChapter(made, { people: 1 }) : chapter,
    )
    const rendered = await renderer.render({ ...sample, content: { ...sample.content, chapters } }, 'ana')
    if (!rendered.ok) throw new Error(JSON.stringify(rendered.error))
    const { pages } = await readPdf(rendered.value)
    for (const [at, page] of pages.entries()) {
      if (at > 1) expect(dense(page).length, `page ${at + 1} of ${person}`).toBeGreaterThan(250)
    }
  }
})

it('says nothing of questions without an action', async () => {
  const item = await buy('dama-dmbok2')
  await chooseResultMode(database.db, { ...item, mode: 'confidential' })
  // All on one level: no question has a figure.
  await completePeople(
    database.ownerPool,
    item,
    Array.from({ length: 6 }, () => crowd('agilidad', 1)[0] ?? { answers: {} }),
  )
  await publish(database, item)
  const found = await findConsolidated(database.db, buyer.id, item.itemId, { withPlan: true })
  expect(found?.plan?.actions).toEqual([])
  expect(readPage(found?.plan ?? { audience: null, note: null, actions: [], decisions: [] }, 6)).toBe(
    dense('Plan Ninguna pregunta pide un paso por ahora: lo que sigue es sostener lo logrado.'),
  )
  expect(await readPlanSheet(item.itemId)).toEqual([])
})
