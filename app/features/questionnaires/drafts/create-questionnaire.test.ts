import { afterAll, beforeAll, expect, it } from 'vitest'
import { findNewestQuestionnaire } from '#app/features/questionnaires/questionnaires.server.ts'
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
  expect(await create('ventas')).toEqual({ ok: true, value: { questionnaireId: 'ventas' } })
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
  expect(await create('agilidad')).toMatchObject({ error: { code: 'id_taken' } })
  const both = await Promise.all([create('compras'), create('compras')])
  expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true])
})

it('copies the content of a published questionnaire or of a draft, under its own id and title', async () => {
  const source = await findNewestQuestionnaire(database.db, 'dama-dmbok2')
  expect((await create('mis-datos', { copyOf: 'dama-dmbok2' })).ok).toBe(true)
  const copy = await draftOf('mis-datos')
  expect(copy?.content).toEqual({ ...source, id: 'mis-datos', title: 'Título de mis-datos', version: 1 })
  expect((await create('mis-datos-2', { copyOf: 'mis-datos' })).ok).toBe(true)
  expect((await draftOf('mis-datos-2'))?.content.sections).toEqual(source?.sections)
  expect(await create('de-nada', { copyOf: 'no-existe' })).toMatchObject({ error: { code: 'no_source' } })
  expect(await listed()).not.toContain('de-nada')
  // A copy of the questionnaire of the wide form has no fixed questions.
  expect((await findPublication(database.db, editor, 'mis-datos'))?.problems).toEqual([])
  const published = await publishDraft(database, {
    editor,
    questionnaireId: 'mis-datos',
    revision: copy?.revision ?? 0,
  })
  expect(published).toEqual({ ok: true, value: { version: 1 } })
})

it('is not published before it is complete, and disappears when it is discarded', async () => {
  await create('incompleto')
  const revision = (await draftOf('incompleto'))?.revision ?? 0
  const input = { editor, questionnaireId: 'incompleto', revision }
  expect(await publishDraft(database, input)).toMatchObject({ error: { code: 'not_ready' } })
  expect((await discardDraft(database, input)).ok).toBe(true)
  expect(await listed()).not.toContain('incompleto')
})
