import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { ownerDatabase } from '#app/platform/database/database.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { loadQuestionnaires, QuestionnaireError } from './load-questionnaires.server.ts'
import { findNewestQuestionnaire, findQuestionnaire } from './questionnaires.server.ts'

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

test('an unknown questionnaire or version is not found', async () => {
  expect(await findQuestionnaire(database.db, 'agilidad', 99)).toBeUndefined()
  expect(await findQuestionnaire(database.db, 'ninguna', 1)).toBeUndefined()
  expect(await findNewestQuestionnaire(database.db, 'ninguna')).toBeUndefined()
})
