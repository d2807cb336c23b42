import { EVIDENCE_SUFFIX } from '#app/features/questionnaires/evidence.ts'
import { FIELD_MAX } from '#app/features/questionnaires/questionnaire.ts'
import type { AnsweringActor } from '#app/features/questionnaires/questionnaires.server.ts'
import { answerSchema, saveRequestSchema } from '#app/features/questionnaires/respondent-schema.server.ts'
import { cutText } from '#app/kernel/text.ts'
import { isDatabaseOutage } from '#app/platform/database/outage.server.ts'
import type { Services } from '#app/platform/services/services.server.ts'
import { type SaveAnswers, type SaveResult, type SavingServices, saveAnswers } from './save-answer.server.ts'

/** 400, 403, 409 and 410 are permanent; the browser retries after 429 and 5xx. */
export const SAVE_STATUS: Record<SaveResult['state'], number> = {
  saved: 200,
  invalid: 400,
  not_allowed: 403,
  closed: 409,
  expired: 410,
}

/** An HTTP status, and its body as JSON. */
export type SaveReply = { status: number; body: SaveResult | { state: 'unavailable' } }

/**
 * Saves what a browser sent (specification 2, section 4, transition 4).
 * @param actors the possible identities of its sender, tried in turn.
 * @param posted the parsed body; undefined for one that is no JSON.
 */
export async function saveSubmittedAnswers(
  services: SavingServices & Pick<Services, 'now'>,
  actors: AsyncIterable<AnsweringActor>,
  posted: unknown,
): Promise<SaveReply> {
  const input = parseAnswers(posted, services.now())
  if (!input) return toReply({ state: 'invalid', invalid: [] })
  const { save, invalid } = input
  if (save.answers.length === 0 && invalid.length > 0) return toReply({ state: 'invalid', invalid })
  try {
    const result = await saveAsPermittedActor(services, actors, save)
    if (result.state === 'saved' || result.state === 'invalid') result.invalid.push(...invalid)
    return toReply(result)
  } catch (error) {
    if (!isDatabaseOutage(error)) throw error
    return { status: 503, body: { state: 'unavailable' } }
  }
}

const toReply = (body: SaveResult): SaveReply => ({ status: SAVE_STATUS[body.state], body })

async function saveAsPermittedActor(
  services: SavingServices,
  actors: AsyncIterable<AnsweringActor>,
  save: SaveAnswers,
): Promise<SaveResult> {
  for await (const actor of actors) {
    const result = await saveAnswers(services, actor, save)
    if (result.state !== 'not_allowed') return result
  }
  return { state: 'not_allowed' }
}

function parseAnswers(posted: unknown, now: Date): { save: SaveAnswers; invalid: string[] } | undefined {
  const parsed = saveRequestSchema.safeParse(posted)
  if (!parsed.success) return undefined
  const { data } = parsed
  const invalid: string[] = []
  const answers = data.answers.flatMap(candidate => {
    const answer = answerSchema.safeParse(candidate)
    if (!answer.success) {
      invalid.push(readFieldName(candidate))
      return []
    }
    const { field, seq } = answer.data
    return [{ field, seq, value: 'option' in answer.data ? answer.data.option : answer.data.text }]
  })
  const save = {
    runId: data.run_id,
    accessId: data.access_id,
    questionnaireId: data.questionnaire_id,
    questionnaireVersion: data.questionnaire_version,
    answers,
    currentSection: data.current_section,
    activeSeconds: data.active_seconds,
    now,
  }
  return { save, invalid }
}

const readFieldName = (candidate: unknown): string =>
  typeof candidate === 'object' && candidate !== null && 'field' in candidate && typeof candidate.field === 'string'
    ? cutText(candidate.field, FIELD_MAX + EVIDENCE_SUFFIX)
    : ''
