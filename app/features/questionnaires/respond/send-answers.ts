import type { Answers, AnswerValue } from '#app/features/questionnaires/questionnaire.ts'
import type { Batch, SendOutcome } from './autosave-queue.ts'

const ANSWERS_PATH = '/respond/answers'

export type SaveTarget = {
  runId: string
  accessId: string
  questionnaireId: string
  questionnaireVersion: number
}

/** Milliseconds after which a request without an answer counts as failed. */
const TIMEOUT = 15_000

/**
 * Sends one batch. The request outlives the page (`keepalive`), so that leaving right after an answer loses nothing.
 * @param activeSeconds whole seconds so far with the questionnaire visible.
 */
export async function sendAnswers(target: SaveTarget, batch: Batch, activeSeconds: number): Promise<SendOutcome> {
  try {
    const response = await fetch(ANSWERS_PATH, {
      method: 'POST',
      keepalive: true,
      credentials: 'same-origin',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT),
      body: JSON.stringify({
        run_id: target.runId,
        access_id: target.accessId,
        questionnaire_id: target.questionnaireId,
        questionnaire_version: target.questionnaireVersion,
        current_section: batch.section,
        active_seconds: activeSeconds,
        answers: batch.answers.map(({ field, value, seq }) =>
          typeof value === 'number' ? { field, option: value, seq } : { field, text: value, seq },
        ),
      }),
    })
    return readOutcome(response.status, await response.json().catch(() => undefined))
  } catch {
    return { kind: 'failed' }
  }
}

/** Distinguishes permanent failures from retryable ones. */
export function readOutcome(status: number, body: unknown): SendOutcome {
  const invalid = readFieldNames(body, 'invalid')
  // A 200 with another body comes from a captive portal: nothing was saved.
  if (status === 200)
    return invalid
      ? { kind: 'saved', invalid, superseded: readFieldNames(body, 'superseded') ?? [] }
      : { kind: 'failed' }
  if (status === 409) return { kind: 'closed' }
  if (status === 410) return { kind: 'expired' }
  if (status === 401 || status === 403 || status === 404) return { kind: 'denied' }
  if (status === 408 || status === 425 || status === 429 || status >= 500) return { kind: 'failed' }
  return status >= 400 ? { kind: 'refused', invalid: invalid ?? [] } : { kind: 'failed' }
}

function readFieldNames(body: unknown, list: 'invalid' | 'superseded'): string[] | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const fields: unknown = Reflect.get(body, list)
  return Array.isArray(fields) ? fields.filter(field => typeof field === 'string') : undefined
}

/** A run's answers on the server, or why they can't be read. */
export type Fetched =
  | { kind: 'read'; answers: Answers; sequences: Readonly<Record<string, number>> }
  | { kind: 'closed' }

/** Fetches a run's answers: another browser may have answered meanwhile. Undefined: the request failed. */
export async function fetchAnswers({ runId, accessId }: SaveTarget): Promise<Fetched | undefined> {
  try {
    const response = await fetch(`${ANSWERS_PATH}?${new URLSearchParams({ run_id: runId, access_id: accessId })}`, {
      signal: AbortSignal.timeout(TIMEOUT),
    })
    if (response.status === 409) return { kind: 'closed' }
    return response.ok ? readFetched(await response.json()) : undefined
  } catch {
    return undefined
  }
}

/** The answers of a reply, each with its sequence; undefined when the reply is not ours. */
export function readFetched(body: unknown): Fetched | undefined {
  if (!isRecord(body) || !isRecord(body.answers) || !isRecord(body.sequences)) return undefined
  const answers: Record<string, AnswerValue> = {}
  const sequences: Record<string, number> = {}
  for (const [field, value] of Object.entries(body.answers)) {
    const seq = body.sequences[field]
    if (typeof seq !== 'number' || (typeof value !== 'number' && typeof value !== 'string')) continue
    answers[field] = value
    sequences[field] = seq
  }
  return { kind: 'read', answers, sequences }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
