import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { storableJson } from '#app/kernel/text.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { announceVersion } from './drafts/drafts.server.ts'
import type { QuestionnairePlan } from './plan.ts'
import { planProblems, planSchema } from './plan-schema.server.ts'
import type { Questionnaire } from './questionnaire.ts'
import { questionnaireSchema } from './questionnaire-schema.ts'

/** A questionnaire's content is invalid or differs from a published version; the message names file and reason. */
export class QuestionnaireError extends Error {}

type Content = { content: Questionnaire; plan: QuestionnairePlan | null }

/**
 * Publishes the questionnaires in a folder (`*.es.json` with an `id` and `sections`; other files are skipped), each with its plan, if
 * there is one (`plan/<id>.es.json`).
 * Published versions are unchanged, so it may run at every start and in several processes at once. Once the back office
 * has published a version of a questionnaire, files add nothing to it.
 * @param db connects as the owner: the application's role may not publish.
 * @throws QuestionnaireError when a file has an invalid format, or when a published version has other content or another plan.
 */
export async function loadQuestionnaires(db: Kysely<DB>, directory: string): Promise<void> {
  const files = (await readdir(directory)).filter(name => name.endsWith('.es.json')).toSorted()
  const edited = await db
    .selectFrom('questionnaire_versions')
    .select('questionnaire_id')
    .distinct()
    .where('published_by', 'is not', null)
    .execute()
  const contents = (await Promise.all(files.map(name => readQuestionnaire(directory, name))))
    .filter(content => content !== undefined)
    .filter(({ content }) => !edited.some(row => row.questionnaire_id === content.id))
  if (contents.length === 0) return
  await db.transaction().execute(async tx => {
    await tx
      .insertInto('questionnaires')
      .values(contents.map(({ content }) => ({ id: content.id })))
      .onConflict(conflict => conflict.doNothing())
      .execute()
    const added = await tx
      .insertInto('questionnaire_versions')
      .values(
        contents.map(({ content, plan }) => ({
          questionnaire_id: content.id,
          version: content.version,
          content: storableJson(content),
          plan: plan && storableJson(plan),
        })),
      )
      .onConflict(conflict => conflict.doNothing())
      .returning('questionnaire_id')
      .execute()
    for (const { content } of contents)
      if (added.some(row => row.questionnaire_id === content.id)) await announceVersion(tx, content)
    if (added.length === contents.length) return
    const published = await tx.selectFrom('questionnaire_versions').selectAll().execute()
    for (const { content, plan } of contents) {
      const stored = published.find(row => row.questionnaire_id === content.id && row.version === content.version)
      if (!(isDeepStrictEqual(stored?.content, content) && isDeepStrictEqual(stored?.plan, plan))) {
        throw new QuestionnaireError(
          `Questionnaire ${content.id} version ${content.version} was published with another content; raise its version`,
        )
      }
    }
  })
}

async function readQuestionnaire(directory: string, name: string): Promise<Content | undefined> {
  const file: unknown = JSON.parse(await readFile(join(directory, name), 'utf8'))
  if (typeof file !== 'object' || file === null || !('id' in file && 'sections' in file)) return undefined
  const parsed = questionnaireSchema.safeParse(file)
  if (!parsed.success)
    throw new QuestionnaireError(`Questionnaire ${name} breaks the format: ${joinReasons(parsed.error)}`)
  return { content: parsed.data, plan: await readPlan(directory, parsed.data) }
}

async function readPlan(directory: string, content: Questionnaire): Promise<QuestionnairePlan | null> {
  const path = join(directory, 'plan', `${content.id}.es.json`)
  if (!existsSync(path)) return null
  const { questionnaire: id, ...file } = JSON.parse(await readFile(path, 'utf8'))
  if (id !== content.id) throw new QuestionnaireError(`The plan ${path} is of another questionnaire: ${id}`)
  const parsed = planSchema.safeParse(file)
  const reasons = parsed.success ? planProblems(parsed.data, content).join('; ') : joinReasons(parsed.error)
  if (!parsed.success || reasons !== '') {
    throw new QuestionnaireError(`The plan of ${content.id} breaks the format: ${reasons}`)
  }
  return parsed.data
}

const joinReasons = ({ issues }: z.ZodError): string =>
  issues.map(issue => [issue.path.join('.'), issue.message].filter(Boolean).join(': ')).join('; ')
