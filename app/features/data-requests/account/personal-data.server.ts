import { type Kysely, sql, type Transaction } from 'kysely'
import {
  EVIDENCE_LABELS,
  EVIDENCE_PARTS,
  evidenceField,
  readEvidenceField,
} from '#app/features/questionnaires/evidence.ts'
import type { Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import { findQuestionnaire } from '#app/features/questionnaires/questionnaires.server.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { PersonalData, SubjectAccess } from './personal-data.ts'
import { personalDataSchema } from './personal-data-schema.server.ts'

/** Who can act on the own data: the owner of a mailbox, or of an account. */
export type DataSubject = Extract<Actor, { kind: 'data_subject' | 'user' }>

/** What is kept about the actor; undefined when the session has ended or the account has no confirmed e-mail. */
export async function ownPersonalData(tx: Transaction<DB>): Promise<PersonalData | undefined> {
  const { rows } = await sql<{ data: unknown }>`select private.own_personal_data() as data`.execute(tx)
  const data = rows[0]?.data ?? null
  return data === null ? undefined : personalDataSchema.parse(data)
}

/** `ownPersonalData` in a transaction of its own. */
export const findPersonalData = (db: Kysely<DB>, actor: DataSubject): Promise<PersonalData | undefined> =>
  asActor(db, actor, ownPersonalData)

/** An answer with the words of its question. */
export type WordedAnswer = { question: string; answer: string; field: string; updated_at: string }

/** The answers of an access in the questionnaire's order, in words. */
export async function wordedAnswers(db: Kysely<DB>, { run }: SubjectAccess): Promise<WordedAnswer[]> {
  if (!run || run.answers.length === 0) return []
  const questionnaire = await findQuestionnaire(db, run.questionnaire_id, run.questionnaire_version)
  const asked = questionnaire ? listQuestions(questionnaire) : []
  const given = new Map(run.answers.map(answer => [answer.field, answer]))
  const order = [...asked.map(({ field }) => field), ...run.answers.map(({ field }) => field)]
  return [...new Set(order)].flatMap(field => {
    const answer = given.get(field)
    // Evidence that was taken back is an empty text.
    if (!answer || (readEvidenceField(field) && answer.text === '')) return []
    const question = asked.find(known => known.field === field)
    const words = answer.text ?? question?.options?.[(answer.option ?? 0) - 1] ?? String(answer.option)
    return [{ field, question: question?.text ?? field, answer: words, updated_at: answer.updated_at }]
  })
}

const listQuestions = ({ sections }: Questionnaire) =>
  sections.flatMap(section => [
    ...section.questions.flatMap(({ field, text, options }) => [
      { field, text, options },
      ...EVIDENCE_PARTS.map(part => ({
        field: evidenceField(field, part),
        text: `${text} (evidencia: ${EVIDENCE_LABELS[part].toLowerCase()})`,
        options: undefined,
      })),
    ]),
    ...section.openQuestions.map(({ field, text }) => ({ field, text, options: undefined })),
  ])
