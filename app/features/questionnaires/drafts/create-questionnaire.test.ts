import { afterAll, beforeAll, expect, it } from 'vitest'
import { findNewestQuestionnaire, findVersions } from '#app/features/questionnaires/questionnaires.server.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProfile } from '#tests/support/factories.ts'
import { findDraft, listQuestionnaires } from './drafts.server.ts'
import { createQuestionnaire, discardDraft, type Editor, findPublication, publishDraft } from './edit-draft.server.ts'
import type { Start } from './new-questionnaire.ts'

let database: TestDatabase
let editor: Editor

beforeAll(async () => {
  database = await cloneDatabase()
  editor = { kind: 'admin', userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
})
afterAll(() => database.close())

const create = (id: string, start: Start = { levels: 'person' }) =>
  createQuestionnaire(database, { editor, id, title: `Título de ${id}`, start })
const draftOf = (id: string) => asActor(database.db, editor, tx => findDraft(tx, id))
const listed = async () => (await asActor(database.db, editor, listQuestionnaires)).map(({ id }) => id)

it('creates a draft that nothing but the back office knows, and records it', async () => {
  await create('ventas')
  expect(await draftOf('ventas')).toMatchObject({ baseVersion: null, content: { title: 'Título de ventas' } })
  expect(await findNewestQuestionnaire(database.db, 'ventas')).toBeUndefined()
  const { rows } = await database.ownerPool.query(
    "select entity_id, actor_user_id, after from audit_log where action = 'questionnaire_created'",
  )
  expect(rows).toEqual([
    { entity_id: 'ventas', actor_user_id: editor.userId, after: { title: 'Título de ventas', copy_of: null } },
  ])
})

it('is refused for an id in use, also when two create it at once', async () => {
  await expect(create('agilidad')).rejects.toThrow('Otro cuestionario ya usa el identificador agilidad.')
  const both = await Promise.allSettled([create('compras'), create('compras')])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

it('copies the content of a published questionnaire or of a draft, under its own id and title', async () => {
  const source = (await findVersions(database.db, 'dama-dmbok2')).at(-1)
  await create('mis-datos', { copyOf: 'dama-dmbok2' })
  const copy = await draftOf('mis-datos')
  expect(copy?.content).toEqual({ ...source, id: 'mis-datos', title: 'Título de mis-datos', version: 1 })
  await create('mis-datos-2', { copyOf: 'mis-datos' })
  expect((await draftOf('mis-datos-2'))?.content.sections).toEqual(source?.sections)
  await expect(create('de-nada', { copyOf: 'no-existe' })).rejects.toThrow('Ese cuestionario ya no existe.')
  expect(await listed()).not.toContain('de-nada')
  // A copy of the questionnaire of the wide form has no fixed questions.
  expect((await findPublication(database.db, editor, 'mis-datos'))?.problems).toEqual([])
  const published = await publishDraft(database, {
    editor,
    questionnaireId: 'mis-datos',
    revision: copy?.revision ?? 0,
  })
  expect(published).toEqual({ version: 1 })
})

it('is not published before it is complete, and disappears when it is discarded', async () => {
  await create('incompleto')
  const revision = (await draftOf('incompleto'))?.revision ?? 0
  const input = { editor, questionnaireId: 'incompleto', revision }
  await expect(publishDraft(database, input)).rejects.toThrow('El borrador todavía no está completo.')
  await discardDraft(database, input)
  expect(await listed()).not.toContain('incompleto')
})
