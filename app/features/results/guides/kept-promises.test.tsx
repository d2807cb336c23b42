import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogueFileSchema } from '#app/features/catalogue/catalogue-schema.server.ts'
import { findDeliverables } from '#app/features/catalogue/deliverables.server.ts'
import type { Guide } from '#app/features/catalogue/deliverables.ts'
import { findProductProgram } from '#app/features/catalogue/workshop-content.server.ts'
import type { ConsolidatedReport } from '#app/features/results/consolidated/consolidated.ts'
import { consolidatedDocument } from '#app/features/results/consolidated/consolidated-document.ts'
import { findConsolidated } from '#app/features/results/consolidated/find-consolidated.server.ts'
import { personDocument } from '#app/features/results/files/person-document.ts'
import { findResults } from '#app/features/results/find-results.server.ts'
import type { ActionPlan } from '#app/features/results/plan/action-plan.ts'
import { createLog } from '#app/platform/log/log.server.ts'
import { createPdfRenderer } from '#app/platform/pdf/pdf-renderer.server.ts'
import { answerAll, completePeople } from '#tests/support/completed-people.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProfile, findProduct, type TestProfile } from '#tests/support/factories.ts'
import { readPdf } from '#tests/support/read-pdf.ts'
import { GuideList } from './guide-list.tsx'
import { findGuides, makeGuideFile } from './guides.server.ts'
import { selectGuides } from './guides.ts'

const { products } = catalogueFileSchema.parse(JSON.parse(readFileSync('content/catalogue.es.json', 'utf8')))
const now = new Date()
const made = { brand: 'Alhena', author: 'Alhena SpA', now }
const renderer = createPdfRenderer()

let database: TestDatabase
let buyer: TestProfile
beforeAll(async () => {
  database = await cloneDatabase()
  buyer = await createProfile(database.ownerPool)
})
afterAll(async () => {
  await renderer.close()
  await database.close()
})

const services = () => ({ db: database.db, pdf: renderer, log: createLog('info', () => undefined), now })

/** Closed fields of the newest version, by section. */
async function sectionsOf(questionnaireId: string): Promise<string[][]> {
  const { rows } = await database.ownerPool.query<{ fields: string[] }>(
    `select array(select jsonb_path_query(section, '$.questions[*].field') #>> '{}') as fields
     from questionnaire_versions, jsonb_path_query(content, '$.sections[*]') section
     where questionnaire_id = $1 and version = (select max(version) from questionnaire_versions where questionnaire_id = $1)`,
    [questionnaireId],
  )
  return rows.map(({ fields }) => fields)
}

/** Level 2 everywhere, and another one in one section, so that it is the highest or the lowest. */
const answersWith = (sections: readonly string[][], special: number, level: number) =>
  Object.fromEntries(sections.flatMap((fields, at) => fields.map(field => [field, at === special ? level : 2])))

type Product = (typeof products)[number]

/** A purchase of this product that everybody has completed: of two areas, where several people can take part. */
async function measure(product: Product & { questionnaire_id: string }, special: number, level: number) {
  const { ownerPool } = database
  const answers = answersWith(await sectionsOf(product.questionnaire_id), special, level)
  const several = product.allow_business && product.max_seats > 1
  const { id: productId } = await findProduct(ownerPool, product.slug)
  const item = await createPaidItem(ownerPool, { userId: buyer.id, productId, ...(several ? { seats: 12 } : {}) })
  const bought = { itemId: item.item_id, userId: buyer.id, questionnaireId: product.questionnaire_id }
  if (several) {
    const people = Array.from({ length: 10 }, (_, at) => ({ area: at < 5 ? 'Ventas' : 'Finanzas', answers }))
    await completePeople(ownerPool, bought, people)
  }
  await answerAll(ownerPool, product.questionnaire_id, [item.owner_access_id], [{ answers }])
  return { itemId: item.item_id, accessId: item.owner_access_id }
}

type Measured = Awaited<ReturnType<typeof measure>>

/** What a reader of these results finds: parts of the result, and guides by their keys. */
async function readResults({ itemId, accessId }: Measured) {
  const [report, answer, ofItem, ofPerson] = await Promise.all([
    findConsolidated(database.db, buyer.id, itemId, { withPlan: true }),
    findResults(database.db, buyer.id, accessId, { withPlan: true }),
    findGuides(database.db, buyer.id, { itemId }),
    findGuides(database.db, buyer.id, { accessId }),
  ])
  if (!report?.figures || answer.state !== 'found' || !ofItem || !ofPerson) throw new Error('No results')
  const { figures } = report
  const person = answer.results
  return {
    parts: partsOf(
      { ...report, figures },
      person.report.sections.every(({ mean }) => mean !== null),
    ),
    onPurchase: selectGuides(ofItem, 'purchase', figures.sections),
    onPerson: selectGuides(ofPerson, 'person', person.report.sections),
    documents: [consolidatedDocument({ ...report, figures }, { ...made, company: null }), personDocument(person, made)],
  }
}

type Shown = ConsolidatedReport<ActionPlan> & { figures: NonNullable<ConsolidatedReport['figures']> }

const partsOf = ({ figures, plan }: Shown, isPersonMeasured: boolean) => ({
  levels: isPersonMeasured && figures.sections.every(({ mean }) => mean !== null),
  plan: (plan?.actions.length ?? 0) > 0,
  consolidated: figures.people > 1,
  comparison: figures.areas.groups.length > 1,
})

/** The guides on their page. */
function draw(guides: readonly Guide[]): string {
  const element = <GuideList guides={guides} fileOf={key => `/guia/${key}`} />
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}

const answered = products.filter(
  (product): product is Product & { questionnaire_id: string } => product.questionnaire_id !== null,
)

test.each(answered.map(product => [product.slug, product] as const))(
  'what %s promises is in its results',
  async (_, product) => {
    const sections = await sectionsOf(product.questionnaire_id)
    const plain = await readResults(await measure(product, -1, 2))
    const promised = product.outcomes.flatMap(({ keptBy }) => keptBy)
    for (const key of promised.filter(each => !each.startsWith('guide:'))) {
      if (key === 'summary') {
        for (const { content } of plain.documents) expect(content.chapters[0]?.title).toBe('Resumen ejecutivo')
      } else expect({ [key]: true }).toEqual({ [key]: plain.parts[key as keyof typeof plain.parts] })
    }
    const { guides } = await findDeliverables(database.db, (await findProduct(database.ownerPool, product.slug)).id)
    const conditional = guides.filter(({ when }) => when !== 'always')
    const found = new Map([...plain.onPurchase, ...plain.onPerson].map(guide => [guide.key, guide]))
    if (conditional.length > 0) {
      for (const [at] of sections.entries()) {
        for (const level of [1, 4]) {
          const { onPurchase, onPerson } = await readResults(await measure(product, at, level))
          for (const guide of [...onPurchase, ...onPerson]) found.set(guide.key, guide)
        }
      }
    }
    const promisedGuides = promised.flatMap(key => (key.startsWith('guide:') ? [key.slice('guide:'.length)] : []))
    expect([...found.keys()]).toEqual(expect.arrayContaining(promisedGuides))
    expect([...found.keys()].toSorted()).toEqual(guides.map(({ key }) => key).toSorted())
    const drawn = draw([...found.values()])
    for (const { title } of guides) expect(drawn).toContain(title)
  },
  60_000,
)

test.each(products.filter(({ type }) => type === 'workshop').map(product => [product.slug, product] as const))(
  'what %s promises is among what it delivers',
  async (slug, { outcomes }) => {
    const { id } = await findProduct(database.ownerPool, slug)
    const { guides, materials } = await findDeliverables(database.db, id)
    const program = await findProductProgram(database.db, id)
    const delivered = [
      ...guides.map(({ key }) => `guide:${key}`),
      ...materials.map(({ key }) => `material:${key}`),
      ...(program ? ['program'] : []),
    ]
    expect(delivered).toEqual(expect.arrayContaining(outcomes.flatMap(({ keptBy }) => keptBy)))
  },
)

test('a guide is a document of its own, for whoever may read the results and where it comes with them', async () => {
  const product = answered.find(({ slug }) => slug === 'ciberseguridad-pyme')
  if (!product) throw new Error('No product')
  const { itemId, accessId } = await measure(product, -1, 2)
  const file = await makeGuideFile(services(), buyer.id, { itemId, key: 'guia-incidente' })
  const { title, pages, tagged } = await readPdf(file.bytes)
  expect(title).toBe('Guía breve para actuar ante un incidente')
  expect(file).toMatchObject({ name: title, extension: 'pdf' })
  expect(pages.length).toBeLessThanOrEqual(3)
  expect(tagged).toBe(true)
  expect(pages[0]).toContain('A quién llamar')
  const stranger = await createProfile(database.ownerPool)
  const make = (userId: string, of: Parameters<typeof makeGuideFile>[2]) => makeGuideFile(services(), userId, of)
  await expect(make(stranger.id, { itemId, key: 'guia-incidente' })).rejects.toThrow('No encontramos estos resultados.')
  await expect(make(buyer.id, { itemId, key: 'otra' })).rejects.toThrow('Esa guía no es de este resultado.')
  // It is for the buyer, and this is what one person of a company's purchase answered.
  await expect(make(buyer.id, { accessId, key: 'guia-incidente' })).rejects.toThrow('No encontramos estos resultados.')
})
