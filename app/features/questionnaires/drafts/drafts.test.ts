import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAMA_FIXED } from '#app/features/questionnaires/field-rules.ts'
import { loadQuestionnaires } from '#app/features/questionnaires/load-questionnaires.server.ts'
import { findNewestQuestionnaire } from '#app/features/questionnaires/questionnaires.server.ts'
import { announcedMinutes } from '#app/features/questionnaires/reading-time.ts'
import { beginRun } from '#app/features/questionnaires/runs/begin-run.server.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { ownerDatabase } from '#app/platform/database/database.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct, createProfile } from '#tests/support/factories.ts'
import { createAnswering, createInvited, DETAILS } from '#tests/support/respondents.ts'
import type { QuestionnaireDraft } from './draft.ts'
import { draftForm } from './draft-schema.server.ts'
import { findDraft, insertVersion, listQuestionnaires, listVersions } from './drafts.server.ts'
import { discardDraft, type Editor, findPublication, publishDraft, saveDraft, startDraft } from './edit-draft.server.ts'
import { MAX_QUESTIONNAIRE_BYTES } from './import-limits.ts'
import { importQuestionnaire, planImport, readImport } from './import-questionnaire.server.ts'

let database: TestDatabase
let ana: Editor
let eva: Editor
const DAMA = 'dama-dmbok2'

beforeAll(async () => {
  database = await cloneDatabase()
  const editor = async (email: string): Promise<Editor> => ({
    kind: 'admin',
    userId: (await createProfile(database.ownerPool, { role: 'admin', email })).id,
  })
  ana = await editor('ana@alhena.test')
  eva = await editor('eva@alhena.test')
})
afterAll(() => database.close())

const draftOf = async (questionnaireId: string) => {
  const draft = await asActor(database.db, ana, tx => findDraft(tx, questionnaireId))
  if (!draft) throw new Error('There is no draft')
  return draft
}

/** A new draft of a questionnaire that no other test edits. */
async function begin(questionnaireId: string) {
  await startDraft(database, { editor: ana, questionnaireId })
  return draftOf(questionnaireId)
}

/** The draft that a file becomes. */
function imported(text: string): QuestionnaireDraft {
  const read = readImport(text)
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  return read.content
}

type Send = { section?: number; intent?: string; editor?: Editor; revision?: number } & Record<string, unknown>

/** Submits the editor's form, parsed as in the route. */
async function send(questionnaireId: string, { section = 1, intent = 'save', editor = ana, revision, ...form }: Send) {
  const requested = draftForm.parse({
    section,
    intent,
    revision: revision ?? (await draftOf(questionnaireId)).revision,
  })
  return saveDraft(database, { ...requested, editor, questionnaireId, form: form as Record<string, string> })
}

async function publish(questionnaireId: string, revision?: number) {
  const seen = revision ?? (await draftOf(questionnaireId)).revision
  return publishDraft(database, { editor: ana, questionnaireId, revision: seen })
}

const auditOf = async (action: string) =>
  (
    await database.ownerPool.query<{ entity_id: string; actor_user_id: string; before: unknown; after: unknown }>(
      'select entity_id, actor_user_id, before, after from audit_log where action = $1 order by id desc',
      [action],
    )
  ).rows

describe('a draft', () => {
  const id = 'agilidad'
  beforeEach(() => begin(id))

  it('stores what is typed for one section and nothing else', async () => {
    const before = await draftOf(id)
    const [question] = before.content.sections[0]?.questions ?? []
    const saved = await send(id, {
      title: '  Un título\u0000 nuevo ',
      [`${question?.field}.option.2`]: 'Otra opción',
      'recommendations.1': 'Primero\n\n  Después ',
    })
    expect(saved.ok).toBe(true)
    const { content, revision } = await draftOf(id)
    expect(revision).toBeGreaterThan(before.revision)
    const [section, ...others] = content.sections
    expect(section?.title).toContain('Un título')
    expect(section?.title).not.toContain('\u0000')
    expect(section?.questions[0]?.options[1]).toBe('Otra opción')
    expect(section?.questions[0]?.text).toBe(question?.text)
    expect(section?.recommendations[1]).toEqual(['Primero', 'Después'])
    expect(others).toEqual(before.content.sections.slice(1))
  })

  // shows: B8.3
  it('is refused to an editor of an older revision, who sees who changed it and can save over it', async () => {
    const { revision } = await draftOf(id)
    await send(id, { section: 1, description: 'De Eva', editor: eva })
    const late = await send(id, { section: 1, description: 'De Ana', revision })
    expect(late).toMatchObject({ ok: false, error: { code: 'changed_meanwhile', by: 'eva@alhena.test' } })
    expect((await draftOf(id)).content.sections[0]?.description).toBe('De Eva')
    if (late.ok || late.error.code !== 'changed_meanwhile') throw new Error('It was saved')
    expect((await send(id, { description: 'De Ana', revision: late.error.revision })).ok).toBe(true)
  })

  it('that was discarded and recreated is a different one', async () => {
    const { revision } = await draftOf(id)
    await discardDraft(database, { editor: eva, questionnaireId: id, revision })
    await startDraft(database, { editor: eva, questionnaireId: id })
    expect(await send(id, { description: 'De Ana', revision })).toMatchObject({ error: { code: 'changed_meanwhile' } })
  })

  it('records in the audit log what changed, before and after, and by whom', async () => {
    await send(id, { section: 0, title: 'Antes' })
    await send(id, { section: 0, title: 'Después', editor: eva })
    const [entry] = await auditOf('questionnaire_draft_saved')
    expect(entry).toMatchObject({
      entity_id: id,
      actor_user_id: eva.userId,
      before: [{ where: 'Título', text: 'Antes' }],
      after: [{ where: 'Título', kind: 'changed', text: 'Después' }],
    })
    const count = (await auditOf('questionnaire_draft_saved')).length
    await send(id, { section: 0, title: 'Después' })
    expect(await auditOf('questionnaire_draft_saved')).toHaveLength(count)
  })

  it('says whether options are shuffled and which mode is proposed; parts of the editor without these choices leave them', async () => {
    await begin(id)
    const order = async () => (await draftOf(id)).content.optionOrder
    expect(await order()).toBeUndefined()
    await send(id, { section: 0, optionOrder: 'shuffled' })
    await send(id, { section: 0, 'level.1.name': 'Primero' })
    await send(id, { section: 1, description: 'Otra' })
    expect(await order()).toBe('shuffled')
    expect((await findPublication(database.db, ana, id))?.changes).toContainEqual({
      section: 0,
      where: 'Orden de las opciones',
      kind: 'changed',
      before: 'Como están escritas, del nivel 1 al 5',
      after: 'Distinto para cada persona',
    })
    await send(id, { section: 0, resultMode: 'confidential' })
    await send(id, { section: 1, description: 'Una más' })
    expect((await draftOf(id)).content.resultMode).toBe('confidential')
    expect((await findPublication(database.db, ana, id))?.changes).toContainEqual({
      section: 0,
      where: 'Modo propuesto',
      kind: 'changed',
      before: 'Nominativo',
      after: 'Confidencial',
    })
    await send(id, { section: 0, optionOrder: 'cualquiera', resultMode: 'nominative' })
    expect((await draftOf(id)).content.resultMode).toBeUndefined()
    expect(await order()).toBeUndefined()
    await discardDraft(database, { editor: ana, questionnaireId: id, revision: (await draftOf(id)).revision })
  })

  it('adds, moves and removes questions; no field changes its name or is reused', async () => {
    const before = await draftOf(id)
    const fields = async () => (await draftOf(id)).content.sections[0]?.questions.map(({ field }) => field) ?? []
    const [first = '', second = ''] = await fields()
    await send(id, { intent: `down:${first}` })
    expect((await fields()).slice(0, 2)).toEqual([second, first])
    await send(id, { intent: 'add-question' })
    const added = (await fields()).at(-1) ?? ''
    const requested = before.content.sections.flatMap(({ questions }) => questions).length
    expect(added).toBe(`q${requested + 1}_pregunta`)
    await send(id, { [`${added}.field`]: `q${requested + 1}_equipos`, [`${first}.field`]: 'q1_otro_nombre' })
    expect(await fields()).toContain(`q${requested + 1}_equipos`)
    expect(await fields()).toContain(first)
    await send(id, { intent: `remove:${first}` })
    expect(await fields()).not.toContain(first)
    await send(id, { intent: 'add-question' })
    expect(await fields()).not.toContain(first)
    const numbers = (await draftOf(id)).content.sections.flatMap(({ questions }) =>
      questions.map(({ number }) => number),
    )
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
    await discardDraft(database, { editor: ana, questionnaireId: id, revision: (await draftOf(id)).revision })
  })

  // shows: B4.9
  it('copies a question with its options under a new name, right after it', async () => {
    await begin(id)
    const questions = async () => (await draftOf(id)).content.sections[0]?.questions ?? []
    const [first, second] = await questions()
    await send(id, { intent: `copy:${first?.field}` })
    const [same, copy, next] = await questions()
    expect([same, next?.field]).toEqual([first, second?.field])
    expect(copy).toMatchObject({ text: first?.text, options: first?.options, number: 2 })
    expect(copy?.field).toMatch(/^q\d+_pregunta$/)
    expect(copy?.field).not.toBe(first?.field)
    await send(id, { intent: `remove:${copy?.field}` })
  })

  // shows: B4.9
  it('never has two questions of one name, nor more than the maximum', async () => {
    await begin(id)
    const questions = async () => (await draftOf(id)).content.sections[0]?.questions ?? []
    const [first] = await questions()
    await send(id, { intent: 'add-question' })
    const added = (await questions()).at(-1)?.field
    await expect(send(id, { [`${added}.field`]: first?.field ?? '' })).rejects.toThrow('elige otro nombre')
    for (let count = (await questions()).length; count < 40; count += 1) await send(id, { intent: 'add-question' })
    await expect(send(id, { intent: 'add-question' })).rejects.toThrow('40 preguntas')
    expect(await questions()).toHaveLength(40)
    await discardDraft(database, { editor: ana, questionnaireId: id, revision: (await draftOf(id)).revision })
  })

  it('refuses steps that would break the comparison by section: a published one is neither removed nor moved', async () => {
    for (const intent of ['remove-section', 'section-down']) {
      await expect(send(id, { section: 1, intent })).rejects.toThrow('está publicada')
    }
    const { content } = await draftOf(id)
    await send(id, { section: content.sections.length, intent: 'add-section' })
    expect((await draftOf(id)).content.sections).toHaveLength(content.sections.length + 1)
    expect((await send(id, { section: content.sections.length + 1, intent: 'remove-section' })).ok).toBe(true)
  })
})

describe('the questionnaire of the wide form', () => {
  // shows: B3.3
  it('keeps its 40 and 16 fields: texts change, questions are neither added, removed nor moved', async () => {
    const draft = await begin(DAMA)
    const field = draft.content.sections[0]?.questions[0]?.field
    for (const intent of ['add-question', 'add-open', `remove:${field}`, `down:${field}`, 'add-section']) {
      await expect(send(DAMA, { intent }), intent).rejects.toThrow(DAMA_FIXED)
    }
    expect((await send(DAMA, { [`${field}.text`]: '¿Qué tan formal es el marco?' })).ok).toBe(true)
    const other = JSON.stringify({ ...draft.content, sections: draft.content.sections.slice(0, 7) })
    const plan = await planImport(database.db, ana, { content: imported(other) })
    expect(plan).toMatchObject({ problems: [{ text: DAMA_FIXED }] })
    const inserted = asActor(database.db, ana, tx => insertVersion(tx, DAMA, 2, JSON.parse(other)))
    await expect(inserted).rejects.toMatchObject({ constraint: 'questionnaire_versions_dama_fields' })
    await discardDraft(database, { editor: ana, questionnaireId: DAMA, revision: (await draftOf(DAMA)).revision })
  })
})

describe('publishing', () => {
  // shows: B5.5
  it('shows the difference, says what is missing and where, and publishes only a complete draft', async () => {
    const id = 'cultura-analitica'
    await begin(id)
    await expect(publish(id)).rejects.toThrow('El borrador dice lo mismo que la versión publicada.')
    await send(id, { section: 2, title: '', intent: 'add-question' })
    const found = await findPublication(database.db, ana, id)
    const added = found?.changes.find(change => change.kind === 'added')
    expect(found).toMatchObject({ from: 1, to: 2 })
    expect(added?.section).toBe(2)
    expect(found?.problems[0]).toMatchObject({ section: 2, text: 'Sección 2, título: falta el texto.' })
    const question = found?.problems.find(problem => problem.field !== undefined)
    expect(question).toMatchObject({ section: 2, field: expect.stringMatching(/^q\d+_pregunta$/) })
    expect(question?.text).toMatch(/^Sección 2, pregunta \d+, texto: falta el texto\.$/)
    await expect(publish(id)).rejects.toThrow('El borrador todavía no está completo.')
    expect((await findNewestQuestionnaire(database.db, id))?.version).toBe(1)
  })

  // shows: B4.8
  it('keeps open runs in their version and starts new ones in the new version', async () => {
    const running = await createAnswering(database)
    await begin(DAMA)
    const { content } = await draftOf(DAMA)
    await send(DAMA, { section: 1, [`${content.sections[0]?.questions[0]?.field}.text`]: '¿Cómo gobiernas tus datos?' })
    const { revision } = await draftOf(DAMA)
    const both = await Promise.all([publish(DAMA, revision), publish(DAMA, revision)])
    expect(both.filter(published => published !== undefined)).toEqual([{ version: 2 }])
    const invited = await createInvited(database.ownerPool)
    await beginRun(database.db, {
      actor: invited.respondent,
      accessId: invited.invitation.id,
      details: DETAILS,
      userId: undefined,
      privacyNoticeVersion: '1',
      promised: 'nominative',
      now: new Date(),
    })
    const versionOf = async (accessId: string) =>
      (
        await database.ownerPool.query(
          'select questionnaire_version from assessment_runs where validated_access_id = $1',
          [accessId],
        )
      ).rows[0]?.questionnaire_version
    expect(await versionOf(running.accessId)).toBe(1)
    expect(await versionOf(invited.invitation.id)).toBe(2)
    expect(await running.save([{ field: 'q1_governance_framework', value: 3, seq: 1 }])).toMatchObject({
      state: 'saved',
    })
    await database.ownerPool.query(
      "insert into run_answers (run_id, field, option, client_seq) select id, 'q1_governance_framework', 4, 1 from assessment_runs where validated_access_id = $1",
      [invited.invitation.id],
    )
    const wide = await database.ownerPool.query(
      'select q1_governance_framework as answer from dama_assessments where validated_access_id = any ($1::uuid[]) order by 1',
      [[running.accessId, invited.invitation.id]],
    )
    expect(wide.rows).toEqual([{ answer: 3 }, { answer: 4 }])
    const versions = await asActor(database.db, ana, tx => listVersions(tx, DAMA))
    expect(versions).toMatchObject([
      { version: 2, publisher: 'ana@alhena.test', in_progress: 1, completed: 0 },
      { version: 1, publisher: null, in_progress: 1 },
    ])
    const [entry] = await auditOf('questionnaire_published')
    expect(entry).toMatchObject({ entity_id: DAMA, before: { version: 1 }, after: { version: 2 } })
  })

  it('announces the products that are sold with it by the words of the new version', async () => {
    const id = 'seguridad-psicologica-equipos'
    const { ownerPool, db } = database
    const product = await createProduct(ownerPool, { questionnaireId: id })
    const fixed = await createProduct(ownerPool, { questionnaireId: id })
    await ownerPool.query('update assessments set questionnaire_version = 1 where id = $1', [fixed.id])
    const minutesOf = async (productId: string) =>
      (await ownerPool.query('select duration_min, duration_max from assessments where id = $1', [productId])).rows[0]
    const before = await minutesOf(fixed.id)
    const { content } = await begin(id)
    for (const [index, { questions }] of content.sections.entries()) {
      const twice = questions.flatMap(({ field, options }) =>
        options.slice(0, 5).map((option, at) => [`${field}.option.${at + 1}`, `${option} ${option}`]),
      )
      await send(id, { section: index + 1, ...Object.fromEntries(twice) })
    }
    expect(await publish(id)).toEqual({ version: 2 })
    const newest = await findNewestQuestionnaire(db, id)
    const minutes = newest ? announcedMinutes(newest) : 0
    expect(minutes).toBeGreaterThan(announcedMinutes(content) + 4)
    expect(newest?.estimatedMinutes).toEqual({ min: minutes, max: minutes })
    expect(await minutesOf(product.id)).toEqual({ duration_min: minutes, duration_max: minutes })
    expect(await minutesOf(fixed.id)).toEqual(before)
    const edits = await auditOf('assessment_edited')
    expect(edits).toContainEqual(
      expect.objectContaining({
        entity_id: product.id,
        after: { duration_min: String(minutes), duration_max: String(minutes), version: 2 },
      }),
    )
  })

  it('transfers the questionnaire to the back office: a later start with its file changes nothing', async () => {
    await loadQuestionnaires(ownerDatabase(database.ownerPool), 'content')
    expect((await findNewestQuestionnaire(database.db, DAMA))?.version).toBe(2)
  })
})

describe('an imported file', () => {
  const file = async () => JSON.parse(await readFile('content/liderazgo-360.es.json', 'utf8'))

  it('is previewed, and becomes the draft only when that is confirmed', async () => {
    const content = { ...(await file()), title: 'Liderazgo de nuevo' }
    const plan = await planImport(database.db, ana, { content: imported(`\uFEFF${JSON.stringify(content)}`) })
    expect(plan).toMatchObject({
      isNew: false,
      problems: [],
      replaces: null,
      changes: [{ where: 'Título', after: 'Liderazgo de nuevo' }],
    })
    expect(await asActor(database.db, ana, tx => findDraft(tx, 'liderazgo-360'))).toBeUndefined()
    const input = { editor: ana, content: imported(JSON.stringify(content)), replaces: undefined }
    await importQuestionnaire(database, input)
    expect((await draftOf('liderazgo-360')).content.title).toBe('Liderazgo de nuevo')
    await expect(importQuestionnaire(database, input)).rejects.toThrow('El borrador que iba a reemplazarse cambió.')
    const { revision } = await draftOf('liderazgo-360')
    await importQuestionnaire(database, { ...input, replaces: revision })
  })

  it('of a new questionnaire is published as version 1, and discarding it leaves nothing', async () => {
    const listed = () => asActor(database.db, ana, listQuestionnaires)
    const before = await listed()
    const text = JSON.stringify({ ...(await file()), id: 'ventas-consultivas', version: 7, title: 'Ventas' })
    await importQuestionnaire(database, { editor: ana, content: imported(text), replaces: undefined })
    expect(await listed()).toHaveLength(before.length + 1)
    const { revision } = await draftOf('ventas-consultivas')
    await discardDraft(database, { editor: ana, questionnaireId: 'ventas-consultivas', revision })
    expect(await listed()).toHaveLength(before.length)
    await importQuestionnaire(database, { editor: ana, content: imported(text), replaces: undefined })
    expect(await publish('ventas-consultivas')).toEqual({ version: 1 })
    expect((await findNewestQuestionnaire(database.db, 'ventas-consultivas'))?.title).toBe('Ventas')
  })

  it.each([
    ['is too large', 'x'.repeat(MAX_QUESTIONNAIRE_BYTES + 1), 'El archivo puede pesar hasta 900 KB.'],
    ['is no JSON', '{"id": ', 'El archivo no es JSON'],
  ])('that %s is refused', (_, text, refusal) => {
    expect(() => readImport(text)).toThrow(refusal)
  })

  it.each([
    ['is something else', '{"productos": []}'],
    ['has an impossible id', JSON.stringify({ id: '../x' })],
    ['is nested without end', `${'['.repeat(90_000)}${']'.repeat(90_000)}`],
    ['would change every object', '{"__proto__": {"id": "x"}, "constructor": {"prototype": {"id": "x"}}}'],
  ])('that %s is no draft', (_, text) => {
    expect(readImport(text)).toHaveProperty('problems[0].text', expect.any(String))
  })

  // shows: B4.9
  it('is refused for duplicate fields, invalid names and unordered levels, which the editor could not repair', async () => {
    const content: QuestionnaireDraft = await file()
    const [one, ...rest] = content.sections
    const [first, second, ...others] = one?.questions ?? []
    const withField = (field: string) => ({
      ...content,
      sections: [{ ...one, questions: [first, { ...second, field }, ...others] }, ...rest],
    })
    const refusal = (changed: unknown) => {
      const read = readImport(JSON.stringify(changed))
      return 'problems' in read ? read.problems.map(({ text }) => text) : []
    }
    expect(refusal(withField(first?.field ?? ''))).toEqual([`Hay campos repetidos: ${first?.field}.`])
    expect(refusal(withField('q2_a:b'))).toEqual([expect.stringContaining('El campo «q2_a:b» no sirve')])
    expect(refusal({ ...content, levels: content.levels.toReversed() })).toEqual(['Los niveles no van del 1 al 5.'])
    const questions = Array.from({ length: 41 }, (_, number) => ({ ...first, field: `q${number + 1}_x` }))
    expect(refusal({ ...content, sections: [{ ...one, questions }, ...rest] })).not.toEqual([])
  })

  it('can be stored but not published with a question in another section or of another kind than before', async () => {
    const content: QuestionnaireDraft = await file()
    const [one, two, ...rest] = content.sections
    const [moved, ...others] = one?.questions ?? []
    const changed = {
      ...content,
      sections: [{ ...one, questions: others }, { ...two, questions: [moved, ...(two?.questions ?? [])] }, ...rest],
    }
    const { problems } = await planImport(database.db, ana, { content: imported(JSON.stringify(changed)) })
    expect(problems.map(({ text }) => text)).toEqual([
      expect.stringContaining('se publicó en la sección 1 y no puede cambiar de sección'),
    ])
  })
})

describe('row-level security', () => {
  // shows: B6.5
  it.each(['visitor', 'client', 'system'] as const)(
    'lets a %s neither read nor write drafts and versions',
    async kind => {
      await begin('madurez-digital')
      const userId = (await createProfile(database.ownerPool)).id
      const actor = kind === 'client' ? ({ kind: 'user', userId } as const) : ({ kind } as const)
      const rows = await asActor(database.db, actor, tx => tx.selectFrom('questionnaire_drafts').selectAll().execute())
      expect(rows).toEqual([])
      const content = JSON.stringify({})
      const tries = [
        asActor(database.db, actor, tx => tx.insertInto('questionnaires').values({ id: 'ajeno' }).execute()),
        asActor(database.db, actor, tx =>
          tx
            .insertInto('questionnaire_drafts')
            .values({ questionnaire_id: 'agilidad', base_version: null, content })
            .execute(),
        ),
        asActor(database.db, actor, tx => insertVersion(tx, 'madurez-digital', 2, {})),
      ]
      for (const outcome of await Promise.allSettled(tries)) {
        expect(outcome).toMatchObject({
          status: 'rejected',
          reason: { message: expect.stringContaining('row-level security') },
        })
      }
      expect(await asActor(database.db, actor, tx => listVersions(tx, 'madurez-digital'))).toEqual([])
      const deleted = await asActor(database.db, actor, tx => tx.deleteFrom('questionnaire_drafts').executeTakeFirst())
      expect(deleted.numDeletedRows).toBe(0n)
    },
  )

  it('lets an administrator publish only the next version, under their own name, and change none', async () => {
    const third = asActor(database.db, ana, tx => insertVersion(tx, 'madurez-digital', 3, {}))
    await expect(third).rejects.toMatchObject({ constraint: 'questionnaire_versions_in_order' })
    const changed = asActor(database.db, ana, tx =>
      // @ts-expect-error The type refuses it, too.
      tx.updateTable('questionnaire_versions').set({ content: '{}' }).execute(),
    )
    await expect(changed).rejects.toThrow('permission denied')
  })
})
