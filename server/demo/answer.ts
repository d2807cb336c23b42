import type { Invitation } from '#app/features/accesses/invitations/invitation.ts'
import type { SessionUser } from '#app/features/identity/session.server.ts'
import { EVIDENCE_PARTS, type EvidencePart, evidenceField } from '#app/features/questionnaires/evidence.ts'
import { type ClosedQuestion, DONT_KNOW } from '#app/features/questionnaires/questionnaire.ts'
import { type AnsweringActor, findNewestQuestionnaire } from '#app/features/questionnaires/questionnaires.server.ts'
import { beginRun } from '#app/features/questionnaires/runs/begin-run.server.ts'
import { completeRun } from '#app/features/questionnaires/runs/complete-run.server.ts'
import { openAccess } from '#app/features/questionnaires/runs/respondent-session.server.ts'
import { type SubmittedAnswer, saveAnswers } from '#app/features/questionnaires/runs/save-answer.server.ts'
import { MINUTE_MS } from '#app/kernel/dates.ts'
import type { ResultMode } from '#app/platform/database/values.ts'
import { legalDocument } from '#app/platform/legal/legal.ts'
import { digestOf } from '#app/platform/secrets/shop-secrets.server.ts'
import { DEMO_BUYER, type DemoPerson } from './company.ts'
import { type DemoServices, unwrap } from './purchase.ts'

/** A person answering a questionnaire: their actor and their access. */
export type Answering = {
  actor: AnsweringActor
  accessId: string
  fullName: string
  position: string
  area: string
  /** What the invitation promised; nominative by default. */
  promised?: ResultMode
  /** Where they work; at the demo's buyer's by default. */
  company?: string
}

/** How somebody answers. */
type Manner = Pick<DemoPerson, 'view' | 'words'> & {
  /** Sections that they have answered; undefined: all, and completed. */
  sections?: number
}

const OFFICE = '127.0.0.1'
const MINUTES = 24

/** Opens an invited person's session with e-mail and code, from the office, in a browser of their own. */
export async function enter(
  { db }: DemoServices,
  { email, access_code }: Pick<Invitation, 'email' | 'access_code'>,
  now: Date,
): Promise<{ actor: AnsweringActor; accessId: string }> {
  if (access_code === null) throw new Error('The code of a confidential invitation is in its mail alone')
  const { token, accessId } = unwrap(
    await openAccess({ db }, { email, access_code, address: OFFICE, browser: email }, now),
  )
  return { actor: { kind: 'respondent', sessionHash: digestOf(token) }, accessId }
}

/** Answers a questionnaire, whole or its first sections. @param user the signed-in user, if the person is one. */
export async function answer(
  { db }: DemoServices,
  { actor, accessId, fullName, position, area, promised = 'nominative', company = DEMO_BUYER.company }: Answering,
  questionnaireId: string,
  { view, sections, words = {} }: Manner,
  at: Date,
  user?: SessionUser,
): Promise<void> {
  const questionnaire = await findNewestQuestionnaire(db, questionnaireId)
  if (!questionnaire) throw new Error(`There is no questionnaire ${questionnaireId}`)
  const { runId } = unwrap(
    await beginRun(db, {
      actor,
      accessId,
      details: {
        full_name: fullName,
        position,
        organizational_unit: area,
        data_role: 'Usa los datos de su área',
        company_name: company,
      },
      userId: user?.id,
      privacyNoticeVersion: legalDocument('privacy_respondents').version,
      promised,
      now: at,
    }),
  )
  const answered = questionnaire.sections.slice(0, sections)
  const after = (parts: number) =>
    new Date(at.getTime() + (MINUTES * MINUTE_MS * parts) / questionnaire.sections.length)
  for (const [index, section] of answered.entries()) {
    const now = after(index + 1)
    const seq = now.getTime()
    const answers: SubmittedAnswer[] = [
      ...section.questions.map(({ field, number }) => ({ field, value: optionOf(view, index, number), seq })),
      ...section.openQuestions.flatMap(({ field }) => (words[field] ? [{ field, value: words[field], seq }] : [])),
      ...(promised === 'nominative'
        ? section.questions.flatMap(question => giveEvidence(question, index, view, seq))
        : []),
    ]
    const saved = await saveAnswers({ db }, actor, {
      runId,
      accessId,
      questionnaireId,
      questionnaireVersion: questionnaire.version,
      answers,
      currentSection: index + 1,
      activeSeconds: Math.round((now.getTime() - at.getTime()) / 1000),
      now,
    })
    if (saved.state !== 'saved') throw new Error(`The demo's answers were not saved: ${saved.state}`)
  }
  const end = after(answered.length)
  if (sections === undefined) unwrap(await completeRun({ db }, actor, { runId, accessId, now: end }))
}

/** What people of the company show for a high level. */
const SHOWN: readonly Partial<Record<EvidencePart, string>>[] = [
  {
    note: 'Procedimiento aprobado por la gerencia general; se revisa en marzo de cada año.',
    link: 'https://documentos.losaromos.example/procedimientos/vigentes',
  },
  { note: 'Acta del comité de octubre: quedó con responsables y fechas.' },
  { link: 'https://tableros.losaromos.example/seguimiento-semanal' },
  {
    note: 'Auditoría interna lo revisó en julio y no dejó observaciones.',
    link: 'https://documentos.losaromos.example/auditoria/informe-julio.pdf',
  },
  { note: 'Lo usamos en cada vendimia: la bodega registra el lote el mismo día.' },
]

/** Evidence of two in five answers with level 4 or 5, the same at every start. */
function giveEvidence(
  { field, number }: ClosedQuestion,
  section: number,
  view: number,
  seq: number,
): SubmittedAnswer[] {
  const option = optionOf(view, section, number)
  const draw = number * 3 + Math.round(view * 10)
  if (option < 4 || option === DONT_KNOW || draw % 5 > 1) return []
  const shown = SHOWN[draw % SHOWN.length] ?? {}
  return EVIDENCE_PARTS.flatMap(part => {
    const value = shown[part]
    return value === undefined ? [] : [{ field: evidenceField(field, part), value, seq }]
  })
}

/**
 * Answers near the person's view, higher in some sections than in others, with an occasional 'No sé': the same at every
 * start.
 */
function optionOf(view: number, section: number, question: number): number {
  const spread = ((question * 7 + Math.round(view * 10)) % 5) - 2
  if (spread === 2 && question % 9 === 4) return DONT_KNOW
  return Math.min(5, Math.max(1, Math.round(view + 0.9 * Math.sin(section * 1.7) + spread / 3)))
}
