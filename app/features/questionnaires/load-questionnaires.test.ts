import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { ownerDatabase } from '#app/platform/database/database.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { loadQuestionnaires, QuestionnaireError } from './load-questionnaires.server.ts'
import { findNewestQuestionnaire, findPlan, findQuestionnaire } from './questionnaires.server.ts'

let database: TestDatabase
let folder: string
const load = () => loadQuestionnaires(ownerDatabase(database.ownerPool), folder)
const publish = (name: string, content: unknown) => writeFile(join(folder, name), JSON.stringify(content))
const agilidad = async () => JSON.parse(await readFile('content/agilidad.es.json', 'utf8'))

beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'questionnaires-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('every questionnaire named by a product is published', async () => {
  const { rows } = await database.ownerPool.query(
    `select slug from assessments where type = 'assessment' and not exists (
       select from questionnaire_versions version where version.questionnaire_id = assessments.questionnaire_id)`,
  )
  expect(rows).toEqual([])
})

test('publishing again, also concurrently, changes nothing', async () => {
  await publish('nueva.es.json', { ...(await agilidad()), id: 'nueva' })
  await Promise.all([load(), load(), load()])
  await load()
  const { rows } = await database.ownerPool.query(
    "select version from questionnaire_versions where questionnaire_id = 'nueva'",
  )
  expect(rows).toEqual([{ version: 1 }])
})

// shows: A3.6
test('other content under a published version is refused, a higher version is published', async () => {
  const content = { ...(await agilidad()), id: 'cambiante' }
  await publish('cambiante.es.json', content)
  await load()
  await publish('cambiante.es.json', { ...content, title: 'Otro título' })
  await expect(load()).rejects.toThrow('cambiante version 1 was published with another content; raise its version')
  await publish('cambiante.es.json', { ...content, title: 'Otro título', version: 2 })
  await load()
  expect((await findQuestionnaire(database.db, 'cambiante', 1))?.title).toBe(content.title)
  expect((await findNewestQuestionnaire(database.db, 'cambiante'))?.title).toBe('Otro título')
})

test('a file with an invalid format is named, and other content is skipped', async () => {
  await publish('emails.es.json', { version: 1, templates: [] })
  await load()
  await publish('rota.es.json', { ...(await agilidad()), id: 'rota', levels: [] })
  await expect(load()).rejects.toThrow(QuestionnaireError)
  await expect(load()).rejects.toThrow(/rota\.es\.json breaks the format: levels/)
})

/** Writes a plan of agilidad's questions, changed, under another questionnaire's name. */
async function publishPlan(
  id: string,
  change: (plan: { steps: { title: string; field: string }[] }) => object = plan => plan,
) {
  const plan = JSON.parse(await readFile('content/plan/agilidad.es.json', 'utf8'))
  await mkdir(join(folder, 'plan'), { recursive: true })
  await publish(`plan/${id}.es.json`, { ...change(plan), questionnaire: id })
}

test('a plan is published with its version; another one needs a higher version, also where there was none', async () => {
  const content = { ...(await agilidad()), id: 'con-plan' }
  await publish('con-plan.es.json', content)
  await load()
  expect(await findPlan(database.db, 'con-plan', 1)).toBeUndefined()
  await publishPlan('con-plan')
  await expect(load()).rejects.toThrow('con-plan version 1 was published with another content; raise its version')
  await publish('con-plan.es.json', { ...content, version: 2 })
  await load()
  await load()
  expect((await findPlan(database.db, 'con-plan', 2))?.steps).toHaveLength(48)
  await publishPlan('con-plan', plan => ({ ...plan, steps: plan.steps.slice(1) }))
  await expect(load()).rejects.toThrow('con-plan version 2 was published with another content; raise its version')
})

test.each([
  [
    'an unknown question',
    (plan: { steps: object[] }) => ({ ...plan, steps: [{ ...plan.steps[0], field: 'q99_x' }] }),
    /q99_x/,
  ],
  [
    'a missing text',
    (plan: { steps: object[] }) => ({ ...plan, steps: [{ ...plan.steps[0], why: '' }] }),
    /steps\.0\.why/,
  ],
])('a plan with %s is refused, with the reason', async (_, change, reason) => {
  await publish('mal-plan.es.json', { ...(await agilidad()), id: 'mal-plan' })
  await publishPlan('mal-plan', change)
  await expect(load()).rejects.toThrow(QuestionnaireError)
  await expect(load()).rejects.toThrow(reason)
})

test('an unknown questionnaire or version is not found', async () => {
  expect(await findQuestionnaire(database.db, 'agilidad', 99)).toBeUndefined()
  expect(await findPlan(database.db, 'agilidad', 99)).toBeUndefined()
  expect(await findQuestionnaire(database.db, 'ninguna', 1)).toBeUndefined()
  expect(await findNewestQuestionnaire(database.db, 'ninguna')).toBeUndefined()
})
